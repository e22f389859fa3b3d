import {
  ELICIT,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  isInferred,
  isMembers,
  type Members,
  type Outcome,
  type Request,
  type Response,
} from "../wire/messages.js";
import type { Asker } from "./asker.js";
import type { HeldRounds } from "./held-rounds.js";
import type { HostTrust } from "./host-trust.js";
import type { KeepAlive } from "./keep-alive.js";
import { callOf, type OpenRequest } from "./open-requests.js";

/** What the parts of a relay that ask for a request of the host's do with it. */
export interface AskingParts {
  readonly asker: Asker | undefined;
  readonly keepAlive: KeepAlive;
  /** Ends it with a response. */
  reply(open: OpenRequest, response: Outcome): void;
  /** Sends it to the server once more. */
  again(open: OpenRequest, params: Members): void;
  /** The server does not work on it any more, and waits for nothing. */
  rename(open: OpenRequest): void;
  /** Identifies the credentials for the server: those that the host sends itself, and the sign-in of the bridge. */
  account?(): string | undefined;
  /** Whether it is inferred in which result the server asks: the call is then not named. */
  infersCalls(): boolean;
  readonly onError: (error: unknown) => void;
}

type Entry = readonly [string, Members];

/** As many as midcall's own clients make: more than a user answers in one call. */
const MOST_ROUNDS = 25;

/**
 * Asks the user what a server of 2026-07-28 requires in the result of a request and the host cannot ask.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export class Rounds {
  readonly #parts: AskingParts;
  readonly #held: HeldRounds;
  /** How often was asked here for each request. */
  readonly #counts = new WeakMap<OpenRequest, number>();

  constructor(parts: AskingParts, held: HeldRounds) {
    this.#parts = parts;
    this.#held = held;
  }

  /** Takes a response if it requires what is asked here. */
  required(open: OpenRequest, { result }: Response): boolean {
    const { asker } = this.#parts;
    if (!open.isModern || result?.["resultType"] !== "input_required") return false;
    const requests = elicitationsIn(result["inputRequests"]);
    if (asker === undefined) {
      this.#noteAsked(open, requests);
      return false;
    }
    const own = requests.filter(([, params]) => !open.trust.shows(params));
    const isDoubtful = requests.length > 0 && open.trust.mayAnswerItself;
    if (own.length === 0 && !isDoubtful) {
      this.#noteAsked(open, requests);
      return false;
    }
    this.#parts.rename(open);
    const count = (this.#counts.get(open) ?? 0) + 1;
    this.#counts.set(open, count);
    if (count > MOST_ROUNDS) {
      // What nobody is shown is refused at once, and a server may require it again for ever.
      const message = `The server required input ${MOST_ROUNDS} times in one request. It was given up.`;
      this.#parts.reply(open, { error: { code: INVALID_PARAMS, message } });
      return true;
    }
    const isCertain = !isInferred(result);
    void this.#ask(open, own, asker, isCertain).then((responses) => {
      if (responses !== undefined) this.#goOn(open, result, responses);
    });
    return true;
  }

  /**
   * A request without the answers of a user that its host has not asked for: a server that keeps no state would believe them. A host that
   * shows all questions may bring some in advance.
   *
   * @returns why there is none: a host that cannot ask its user has no answers of theirs, and one of 2025 sends them otherwise
   */
  withoutUnasked(request: Request, isModern: boolean, trust: HostTrust): Request | string {
    const { inputResponses } = request.params ?? {};
    const brought = Object.entries(isMembers(inputResponses) ? inputResponses : {});
    const answered = brought.filter(([, one]) => isMembers(one) && one["action"] !== undefined);
    if (answered.length === 0) return request;
    if (!isModern || !trust.asks) return UNASKED;
    if (trust.asksAll) return request;
    // Whatever state it brings: it may have made that up.
    const asked = this.#held.askedAtHost(request, this.#parts.account?.());
    const isUnasked = ([key]: Entry): boolean =>
      answered.some(([one]) => one === key) && !asked.has(key);
    const kept = brought.filter((entry) => !isUnasked(entry as Entry));
    if (kept.length === brought.length) return request;
    return { ...request, params: { ...request.params, inputResponses: Object.fromEntries(kept) } };
  }

  /**
   * A request with which the host comes back: its params for the server. `"taken"` if more is asked here before;
   * `undefined` if it is no such request.
   */
  returned(open: OpenRequest): Members | "other" | "taken" | undefined {
    const back = this.#held.take(open.request, this.#parts.account?.());
    if (back === undefined || back === "other") return back;
    const { params, asked, elapsedMs, serverId, isCertain } = back;
    const { asker } = this.#parts;
    const responses = isMembers(params["inputResponses"]) ? params["inputResponses"] : {};
    const doubtful = elicitationsIn(asked).filter(([key, question]) =>
      open.trust.isOwn(question, responses[key], elapsedMs),
    );
    if (doubtful.length === 0 || asker === undefined) return params;
    this.#parts.rename(open);
    // If the host gives it up now, this is what the server knows.
    open.serverId = serverId;
    void this.#ask(open, doubtful, asker, isCertain).then((answers) => {
      if (answers === undefined) return;
      this.#parts.again(open, { ...params, inputResponses: { ...responses, ...answers } });
    });
    return "taken";
  }

  /**
   * Asks; `undefined` if nobody waits for the answers any more.
   *
   * @param isCertain - whether it is the call itself that asks
   */
  async #ask(
    open: OpenRequest,
    questions: readonly Entry[],
    asker: Asker,
    isCertain: boolean,
  ): Promise<Members | undefined> {
    const { signal } = open.over;
    const isKnown = isCertain && !this.#parts.infersCalls();
    const call = isKnown ? callOf(open.request) : undefined;
    const isFirst = !open.hasAsked;
    open.hasAsked = true;
    const stop = this.#parts.keepAlive.start(open.request);
    try {
      const about = { call, isFirst, host: open.trust.name, signal, untilDone: false };
      const answers = questions.map(async ([key, params]): Promise<Entry> => [
        key,
        await asker.ask(params, about),
      ]);
      const responses = Object.fromEntries(await Promise.all(answers));
      return signal.aborted ? undefined : responses;
    } catch (error) {
      if (signal.aborted) return undefined;
      this.#parts.onError(error);
      const message = `The question could not be asked: ${(error as Error).message}`;
      this.#parts.reply(open, { error: { code: INTERNAL_ERROR, message } });
      return undefined;
    } finally {
      stop();
    }
  }

  #noteAsked(open: OpenRequest, questions: readonly Entry[]): void {
    const keys = questions.map(([key]) => key);
    this.#held.asksAtHost(open.request, keys, this.#parts.account?.());
  }

  /** Continues: at the server, or at the host with the rest of the round. */
  #goOn(open: OpenRequest, result: Members, responses: Members): void {
    const { requestState } = result;
    const asked = Object.fromEntries(
      Object.entries(result["inputRequests"] as Members).filter(
        ([key]) => !Object.hasOwn(responses, key),
      ),
    );
    if (Object.keys(asked).length > 0) {
      const isCertain = !isInferred(result);
      const round = { requestState, responses, asked, isCertain, serverId: open.serverId };
      const held = this.#held.hold(open.request, round, this.#parts.account?.());
      this.#noteAsked(open, elicitationsIn(asked));
      const rest = { ...result, inputRequests: asked, requestState: held };
      return this.#parts.reply(open, { result: rest });
    }
    const { inputResponses: _, requestState: __, ...params } = open.request.params ?? {};
    const next = { ...params, inputResponses: responses };
    this.#parts.again(open, requestState === undefined ? next : { ...next, requestState });
  }
}

const UNASKED =
  "The inputResponses have an answer of a user, and this host was not asked. Make the call again without them.";

/** The questions for the user, by the keys of the requests. */
function elicitationsIn(requests: unknown): Entry[] {
  return Object.entries(isMembers(requests) ? requests : {}).flatMap(([key, request]) =>
    isMembers(request) && request["method"] === ELICIT
      ? [[key, isMembers(request["params"]) ? request["params"] : {}] as const]
      : [],
  );
}
