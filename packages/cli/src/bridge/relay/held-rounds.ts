import { randomBytes } from "node:crypto";
import { isMembers, type Members, type Request } from "../wire/messages.js";
import { requestDigest } from "../wire/same-request.js";

const MOST = 1_000;
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
  /** How long the host took, in milliseconds. */
  readonly elapsedMs: number;
}

/**
 * Rounds of which a part was asked here, while the host asks the rest. What the user answered here never passes the host,
 * and is used only for the request that it was given to.
 */
export class HeldRounds {
  readonly #held = new Map<string, Held>();

  /** Keeps a round. Returns the state under which the host comes back. */
  hold(request: Request, round: Round): string {
    const at = performance.now();
    for (const [id, { until }] of this.#held) {
      if (until >= at && this.#held.size < MOST) break;
      this.#held.delete(id);
    }
    const id = `${PREFIX}${randomBytes(24).toString("base64url")}`;
    this.#held.set(id, { ...round, at, until: at + LIFE_MS, request: requestDigest(request) });
    return id;
  }

  /**
   * A round with which the host comes back, once. `undefined` if the state is not one of these; `"other"` if the round was
   * of another request, is too old, or has been used.
   */
  take(request: Request): ReturnedRound | "other" | undefined {
    const { params } = request;
    const id = params?.["requestState"];
    if (params === undefined || typeof id !== "string" || !id.startsWith(PREFIX)) return undefined;
    const held = this.#held.get(id);
    this.#held.delete(id);
    const now = performance.now();
    if (held === undefined || held.until < now || held.request !== requestDigest(request))
      return "other";
    const { requestState, responses, asked, at } = held;
    const { requestState: _, inputResponses, ...rest } = params;
    const given = isMembers(inputResponses) ? inputResponses : {};
    return {
      params: {
        ...rest,
        inputResponses: { ...given, ...responses },
        ...(requestState !== undefined && { requestState }),
      },
      asked,
      elapsedMs: now - at,
    };
  }
}
