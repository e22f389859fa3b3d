import { randomBytes } from "node:crypto";
import { type Id, isMembers, type Members, type Request } from "../wire/messages.js";
import { requestDigest } from "../wire/same-request.js";

const MOST = 1_000;
/** Questions that are remembered of one call. */
const MOST_KEYS = 100;
const LIFE_MS = 3_600_000;
const PREFIX = "midcall-held:";

/** What was asked in a round, and where. */
export interface Round {
  /** The state that the server gets back. */
  readonly requestState: unknown;
  /** What the user answered here, by the keys of the requests. */
  readonly responses: Members;
  /** What the host was asked, by the keys of the requests. */
  readonly asked: Members;
  /** The id under which the server knows the request. */
  readonly serverId: Id;
  /** Whether it is the call itself that asks. */
  readonly isCertain: boolean;
}

interface Held extends Round {
  readonly at: number;
  readonly until: number;
  /** What the answers are for: a digest of the request. */
  readonly request: string;
}

/** A round with which the host comes back. */
export interface ReturnedRound {
  /** The params for the server: with the answers that were kept. */
  readonly params: Members;
  readonly asked: Members;
  readonly serverId: Id;
  readonly isCertain: boolean;
  /** How long the host took, in milliseconds. */
  readonly elapsedMs: number;
}

/**
 * Rounds of which a part was asked here, while the host asks the rest. What the user answered here never passes the host,
 * and is used only for the request that it was given to.
 */
export class HeldRounds {
  readonly #held = new Map<string, Held>();
  /** The questions that hosts were asked, by digests of the requests. */
  readonly #atHost = new Map<string, Set<string>>();

  /** Keeps a round. @param account - of the host at the server, where it has one of its own. Returns the state under which the host comes back. */
  hold(request: Request, round: Round, account = ""): string {
    const at = performance.now();
    for (const [id, { until }] of this.#held) {
      if (until >= at && this.#held.size < MOST) break;
      this.#held.delete(id);
    }
    const id = `${PREFIX}${randomBytes(24).toString("base64url")}`;
    this.#held.set(id, { ...round, at, until: at + LIFE_MS, request: digestOf(request, account) });
    return id;
  }

  /** The host is asked these. */
  asksAtHost(request: Request, keys: readonly string[], account = ""): void {
    const before = this.askedAtHost(request, account);
    const digest = digestOf(request, account);
    this.#atHost.delete(digest);
    this.#atHost.set(digest, new Set([...before, ...keys].slice(-MOST_KEYS)));
    const [oldest] = this.#atHost.keys();
    if (this.#atHost.size > MOST) this.#atHost.delete(oldest!);
  }

  /** What a host was asked for this request. */
  askedAtHost(request: Request, account = ""): ReadonlySet<string> {
    return this.#atHost.get(digestOf(request, account)) ?? new Set();
  }

  /**
   * A round with which the host comes back, once. `undefined` if the state is not one of these; `"other"` if the round was
   * of another request, is too old, or has been used.
   */
  take(request: Request, account = ""): ReturnedRound | "other" | undefined {
    const { params } = request;
    const id = params?.["requestState"];
    if (params === undefined || typeof id !== "string" || !id.startsWith(PREFIX)) return undefined;
    const held = this.#held.get(id);
    this.#held.delete(id);
    const now = performance.now();
    if (held === undefined || held.until < now || held.request !== digestOf(request, account))
      return "other";
    const { requestState, responses, asked, serverId, at, isCertain } = held;
    const { requestState: _, inputResponses, ...rest } = params;
    // What the host was not asked is not its to answer.
    const given = Object.entries(isMembers(inputResponses) ? inputResponses : {}).filter(([key]) =>
      Object.hasOwn(asked, key),
    );
    return {
      params: {
        ...rest,
        inputResponses: { ...Object.fromEntries(given), ...responses },
        ...(requestState !== undefined && { requestState }),
      },
      ...{ asked, serverId, isCertain },
      elapsedMs: now - at,
    };
  }
}

const digestOf = (request: Request, account: string): string =>
  `${requestDigest(request)} ${account}`;
