import type { Message } from "./link.js";
import type { Peer } from "./peer.js";
import { respond, type HostResponse, type Responding, shownOf } from "./respond.js";

/** How a tool call ended for the host and its model. */
export type CallEnd =
  | { readonly kind: "result"; readonly result: Record<string, unknown> }
  | { readonly kind: "error"; readonly code: number; readonly message: string }
  | { readonly kind: "timed-out" };

export interface Calling extends Responding {
  readonly peer: Peer;
  /** The envelope of a request of 2026-07-28; nothing on 2025. */
  readonly envelope: Readonly<Record<string, unknown>>;
  /** Keeps what goes on after its call has ended. */
  readonly track: (work: Promise<unknown>) => void;
}

/** Ids and keys of questions that nobody has asked; some of them are 0 or 1 when they are read as numbers. */
const STRAY_IDS = [987_654, "unknown", "", " ", "0x0", "00", "1e0", "+1"] as const;
const YES = { action: "accept", content: { confirm: true, value: "yes", ok: true } } as const;

/** Accepts questions that nobody has asked (2025). */
export async function sendStrayAnswers(peer: Peer): Promise<void> {
  for (const id of STRAY_IDS) await peer.send({ id, result: { ...YES } });
}

function endOf({ result, error }: Message): CallEnd {
  if (error !== undefined) return { kind: "error", code: error.code, message: error.message };
  return { kind: "result", result: result ?? {} };
}

/** Calls a tool, and answers on 2026-07-28 what it asks, until it ends or is given up. */
export async function callTool(
  name: string,
  args: Readonly<Record<string, unknown>>,
  calling: Calling,
): Promise<CallEnd> {
  const { traits, clock, peer } = calling;
  const { callTimeout, progress } = traits;
  let rest: Record<string, unknown> = {};
  let giveUp: () => void = () => {};
  const givenUp = new Promise<CallEnd>((resolve) => {
    giveUp = () => resolve({ kind: "timed-out" });
  });
  // A round starts a request of its own, but it is the call as a whole that hosts limit.
  let stopTimer = clock.at(clock.now() + callTimeout.ms, () => giveUp());
  const stopListening = peer.onNotification(({ method }) => {
    if (method !== "notifications/progress" || progress !== "extends") return;
    stopTimer();
    stopTimer = clock.at(clock.now() + callTimeout.ms, () => giveUp());
  });
  const token = progress === "unwanted" ? undefined : `progress ${clock.now()}`;
  try {
    for (;;) {
      const meta = { ...calling.envelope, ...(token && { progressToken: token }) };
      const sent = peer.request("tools/call", {
        name,
        arguments: args,
        ...rest,
        ...(Object.keys(meta).length > 0 && { _meta: meta }),
      });
      const end = await Promise.race([sent.response.then(endOf), givenUp]);
      if (end.kind === "timed-out" && callTimeout.notifies)
        await peer.send({
          method: "notifications/cancelled",
          params: { requestId: sent.id, reason: "Request timed out" },
        });
      if (end.kind !== "result" || end.result["resultType"] !== "input_required") return end;
      if (traits.onQuestion.does === "drops-rounds") return end;
      const answered = answerRound(end.result, args, calling);
      // What comes too late is sent all the same by some hosts: the round goes on after its call was given up.
      const next = await Promise.race([answered, givenUp]);
      if (next !== undefined && "kind" in next) {
        if (traits.answersLate)
          calling.track(answered.then((late) => sendLate(late, name, args, calling)));
        return next;
      }
      if (next?.failure !== undefined)
        return { kind: "error", code: next.failure.code, message: next.failure.message };
      rest = { ...next?.rest };
    }
  } finally {
    stopTimer();
    stopListening();
  }
}

interface AnsweredRound {
  readonly rest: Record<string, unknown>;
  readonly failure?: { readonly code: number; readonly message: string };
}

/** Answers all questions of a round, one after the other. */
async function answerRound(
  result: Readonly<Record<string, unknown>>,
  args: Readonly<Record<string, unknown>>,
  calling: Calling,
): Promise<AnsweredRound> {
  const requests = (result["inputRequests"] ?? {}) as Record<
    string,
    { params: Record<string, unknown> }
  >;
  const responses: Record<string, unknown> = {};
  if (calling.traits.straysAnswers) for (const id of STRAY_IDS) responses[String(id)] = YES;
  const { requestState } = result;
  for (const [key, { params }] of Object.entries(requests)) {
    const response: HostResponse = await respond(shownOf("native", params, args), calling);
    if (response?.error !== undefined) return { rest: {}, failure: response.error };
    if (response?.result !== undefined) responses[key] = response.result;
  }
  return {
    rest: {
      ...(Object.keys(responses).length > 0 && { inputResponses: responses }),
      ...(requestState !== undefined && { requestState }),
    },
  };
}

/** Sends the answers of a round after its call was given up. Nobody reads what comes of it. */
async function sendLate(
  { rest, failure }: AnsweredRound,
  name: string,
  args: Readonly<Record<string, unknown>>,
  { peer, envelope }: Calling,
): Promise<void> {
  if (failure !== undefined || rest["inputResponses"] === undefined) return;
  await peer.request("tools/call", { name, arguments: args, ...rest, _meta: envelope }).response;
}
