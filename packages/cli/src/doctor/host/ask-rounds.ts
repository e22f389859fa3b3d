import { randomBytes } from "node:crypto";
import { isObject, member } from "../../json.js";
import type { Received, RoundState } from "./grade/received.js";
import type { Ask } from "./exchange.js";
import type { DoctorTimes } from "./settings.js";

export type ToolResult = Readonly<Record<string, unknown>>;

/** The calls of 2026-07-28 that wait for a round to come back. What was found so far stays in this process. */
export interface Rounds {
  /**
   * Starts a call. Resolves with its result, or with the first round of questions.
   *
   * @param owner - the host and the tool
   */
  start(owner: string, work: (ask: Ask) => Promise<ToolResult>): Promise<ToolResult>;
  /**
   * Continues a call with what the host has sent again.
   *
   * @returns `late` if its round is over, `unknown` if there has been none
   */
  resume(params: unknown): Promise<ToolResult> | "late" | "unknown";
  /** The host has started this tool again: it does not return the rounds of earlier calls. */
  drop(owner: string): void;
  close(): void;
}

interface Pending {
  readonly owner: string;
  readonly state: string;
  readonly keys: readonly string[];
  /** Takes what came back; the next result or round answers this call. */
  readonly take: (params: unknown) => Promise<ToolResult>;
  readonly giveUp: (why: "round-dropped" | "disconnected") => void;
}

const MOST_ENDED = 1_000;
const MOST_OPEN = 200;

export function createRounds(times: DoctorTimes): Rounds {
  const open = new Set<Pending>();
  const ended = new Set<unknown>();
  const end = (pending: Pending): void => {
    open.delete(pending);
    if (ended.size < MOST_ENDED) for (const id of [pending.state, ...pending.keys]) ended.add(id);
  };

  return {
    start(owner, work) {
      let respond: (result: ToolResult) => void = () => {};
      const nextResponse = (): Promise<ToolResult> => new Promise((resolve) => (respond = resolve));
      const ask: Ask = (round) =>
        new Promise((resolve) => {
          const state = randomBytes(16).toString("base64url");
          const keys = round.map((_, at) => `question-${at + 1}-${state.slice(0, 8)}`);
          const requests = round.map(({ params }, at) => [
            keys[at]!,
            { method: "elicitation/create", params },
          ]);
          const sentAt = times.now();
          const finish = (received: readonly Received[]): void => {
            clearTimeout(timer);
            end(pending);
            resolve(received);
          };
          const pending: Pending = {
            owner,
            state,
            keys,
            take(params) {
              const next = nextResponse();
              const tookMs = times.now() - sentAt;
              finish(keys.map((key) => receivedOf(params, key, { state, tookMs })));
              return next;
            },
            giveUp(why) {
              const tookMs = times.now() - sentAt;
              finish(keys.map(() => ({ kind: "none", why, tookMs })));
            },
          };
          const timer = setTimeout(() => pending.giveUp("round-dropped"), times.answerMs);
          const [oldest] = open.size >= MOST_OPEN ? open : [];
          oldest?.giveUp("disconnected");
          open.add(pending);
          respond({
            resultType: "input_required",
            inputRequests: Object.fromEntries(requests) as unknown,
            requestState: state,
          });
        });
      const first = nextResponse();
      void work(ask).then(
        (result) => respond(result),
        () => respond({ isError: true, content: [{ type: "text", text: "The doctor failed." }] }),
      );
      return first;
    },
    resume(params) {
      const state = member(params, "requestState");
      const keys = Object.keys(Object(member(params, "inputResponses")) as object);
      const pending = [...open].find(
        (one) => one.state === state || one.keys.some((key) => keys.includes(key)),
      );
      if (pending !== undefined) return pending.take(params);
      return ended.has(state) || keys.some((key) => ended.has(key)) ? "late" : "unknown";
    },
    drop(owner) {
      for (const pending of [...open]) if (pending.owner === owner) pending.giveUp("round-dropped");
    },
    close() {
      for (const pending of [...open]) pending.giveUp("disconnected");
    },
  };
}

/** Keys of `inputResponses` that this round has not asked for. */
export function strayKeys(params: unknown): readonly string[] {
  return Object.keys(Object(member(params, "inputResponses")) as object).filter(
    (key) => !key.startsWith("question-"),
  );
}

function receivedOf(
  params: unknown,
  key: string,
  { state, tookMs }: { readonly state: string; readonly tookMs: number },
): Received {
  const responses = member(params, "inputResponses");
  if (!isObject(responses) || !Object.hasOwn(responses, key))
    return { kind: "none", why: "left-out", tookMs };
  const came = member(params, "requestState");
  const returned: RoundState = came === state ? "same" : came === undefined ? "missing" : "changed";
  return { kind: "result", result: responses[key], state: returned, tookMs };
}
