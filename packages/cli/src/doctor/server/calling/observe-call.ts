import { duplicate, isAnswer, validContent } from "midcall/testing";
import type { ProtocolVersion } from "../../../connect/protocol-version.js";
import { readableMessage } from "../../../connect/error-message.js";
import { isObject, member } from "../../../json.js";
import { safeLine } from "../../../safe-text.js";
import { sleep } from "../../../timing.js";
import type { Behaviour } from "../behaviour.js";
import type { Blocked, End, Observation, ToolResult } from "../observation.js";
import type { ServerAccess } from "../server-access.js";
import { type DoctorHost, openHost } from "./open-host.js";
import { createUser, type User } from "./user.js";

/** A call that is observed. */
export interface ObservedCall {
  readonly protocolVersion: ProtocolVersion;
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

/** How long things may take, in milliseconds. */
export interface Limits {
  /** One call. */
  readonly callMs: number;
  /** Silence, until the host gives the call up. */
  readonly silenceMs: number;
  /** The response to a ping. Default: 3,000. */
  readonly pingMs?: number | undefined;
  /** The result after a late answer, which is waited for before `SETTLE_MS`. Default: 0. */
  readonly lateMs?: number | undefined;
}

/** How long a server may take for what it does after the call: a second response, a use of a late answer. */
const SETTLE_MS = 400;
const PING_MS = 3_000;
const POLL_MS = 10;
const CALL_TIMEOUT = "ERR_MIDCALL_TEST_CALL_TIMEOUT";

interface Run extends DoctorHost {
  readonly call: ObservedCall;
  readonly user: User;
  readonly limits: Limits & { readonly pingMs: number };
  /** Gives the call up, as a host does. */
  readonly giveUp: AbortController;
  readonly done: Promise<End>;
  /** The end of the call, once it has ended. */
  ended(): End | undefined;
}

type Seen = Pick<Observation, "end"> &
  Partial<Pick<Observation, "blocked" | "afterLate" | "replayed">>;

/**
 * Calls a tool on a connection of its own, with a user who behaves in this way.
 *
 * @throws ConnectError when there is no connection
 */
export async function observeCall(
  access: ServerAccess,
  call: ObservedCall,
  behaviour: Behaviour,
  { pingMs = PING_MS, ...others }: Limits,
): Promise<Observation> {
  const limits = { ...others, pingMs };
  const { protocolVersion, tool } = call;
  const giveUp = new AbortController();
  const user = createUser(behaviour, () => giveUp.abort(new Error("The server asks without end.")));
  const isPushed = protocolVersion !== "2026-07-28";
  await using opened = await openHost(access, protocolVersion, {
    answers: (question) => user.answer(question),
    ...(behaviour === "duplicate" && isPushed && { faults: [duplicate(isAnswer)] }),
  });
  let end: End | undefined;
  // A silent user takes time that is not the server's.
  const callMs = limits.callMs + (behaviour === "silence" ? limits.silenceMs + pingMs : 0);
  const done = callTool(opened, call, user, callMs, giveUp.signal).then((it) => (end = it));
  const run: Run = { ...opened, call, user, limits, giveUp, done, ended: () => end };
  const seen = await follow(run, behaviour);
  access.signal.throwIfAborted();
  const { host } = opened;
  return {
    protocolVersion,
    tool,
    behaviour,
    questions: [...host.questions],
    responses: countResponses(run),
    hasAcceptedLink: user.hasAcceptedLink,
    hasSentInvalid: user.hasSentInvalid,
    skipped: user.problem,
    ...seen,
  };
}

async function follow(run: Run, behaviour: Behaviour): Promise<Seen> {
  switch (behaviour) {
    case "silence":
      return keepSilent(run);
    case "late":
      return answerLate(run);
    case "duplicate": {
      const end = await run.done;
      const replayed = end.kind === "result" ? await sendRoundAgain(run) : undefined;
      return { end: await settled(run, end), replayed };
    }
    default:
      return { end: await settled(run, await run.done) };
  }
}

/** Waits for what may follow the end of a call, and sees whether the server is still there. */
async function settled(run: Run, end: End): Promise<End> {
  await sleep(SETTLE_MS);
  const how = await run.lost();
  return how === undefined ? end : { kind: "lost", how };
}

async function callTool(
  { host, lost }: DoctorHost,
  { tool, args }: ObservedCall,
  user: User,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<End> {
  try {
    const result = await host.callTool(tool, args, { timeoutMs, signal });
    return { kind: "result", result };
  } catch (error) {
    if (user.loop !== undefined) return { kind: "loop", times: user.loop };
    if (signal.aborted) return { kind: "given-up" };
    const { code } = error as { readonly code?: unknown };
    if (code === CALL_TIMEOUT) return { kind: "timeout" };
    if (code === "ERR_MIDCALL_TEST_TOO_MANY_ROUNDS") {
      return { kind: "loop", times: host.questions.length };
    }
    const how = await lost();
    if (how !== undefined) return { kind: "lost", how };
    return { kind: "error", message: safeLine(readableMessage(error), 500) };
  }
}

/** Waits until the server has asked, or the call has ended. */
async function untilAsked({ host, ended }: Run): Promise<boolean> {
  while (host.questions.length === 0 && !ended()) await sleep(POLL_MS);
  return !ended();
}

async function keepSilent(run: Run): Promise<Seen> {
  const { done, ended, giveUp, limits, responds } = run;
  if (!(await untilAsked(run))) return { end: await settled(run, await done) };
  let blocked: Blocked | undefined = (await responds(limits.pingMs)) ? undefined : "while-asking";
  await Promise.race([done, sleep(limits.silenceMs)]);
  if (ended()) return { end: await settled(run, await done), blocked };
  giveUp.abort(new Error("The host gave the call up."));
  const end = await settled(run, await done);
  if (end.kind === "lost" || blocked) return { end, blocked };
  if (!(await responds(limits.pingMs)) || !(await takesNextCall(run))) blocked = "after-giving-up";
  return { end, blocked };
}

/** Whether the next call of the same tool gets as far as the first one. */
async function takesNextCall({ host, call, limits }: Run): Promise<boolean> {
  const asked = host.questions.length;
  const over = new AbortController();
  let hasEnded = false;
  const next = host
    .callTool(call.tool, call.args, { timeoutMs: limits.callMs, signal: over.signal })
    .then(
      () => (hasEnded = true),
      ({ code }: { readonly code?: unknown }) => (hasEnded = code !== CALL_TIMEOUT),
    );
  let isOver = false;
  void next.then(() => (isOver = true));
  while (!isOver && host.questions.length === asked) await sleep(POLL_MS);
  const isAsked = host.questions.length > asked;
  over.abort(new Error("The host gave the call up."));
  await next;
  return isAsked || hasEnded;
}

/** 2025: gives the call up while the question is open, and then answers it. */
async function answerLate(run: Run): Promise<Seen> {
  const { done, giveUp, host, limits, send } = run;
  if (!(await untilAsked(run))) return { end: await settled(run, await done) };
  const [question] = host.questions;
  const id = host.transcript.find(
    ({ direction, message }) =>
      direction === "received" && message["method"] === "elicitation/create",
  )?.message["id"];
  giveUp.abort(new Error("The host gave the call up."));
  const end = await done;
  await sleep(SETTLE_MS);
  const from = host.transcript.length;
  const content = question?.mode === "url" ? undefined : validContent(question?.requestedSchema);
  const result = { action: "accept", ...(content && { content }) };
  await send({ jsonrpc: "2.0", id: id as string | number, result }).catch(() => {});
  const callId = callIds(run)[0];
  const received = () =>
    host.transcript.slice(from).filter(({ direction }) => direction === "received");
  const use = () =>
    received().find(({ message }) => message["id"] === callId && isObject(message["result"]));
  const until = performance.now() + (limits.lateMs ?? 0);
  while (!use() && performance.now() < until) await sleep(POLL_MS);
  const late = await settled(run, end);
  const used = use();
  const questions = received().filter(
    ({ message }) => message["method"] === "elicitation/create",
  ).length;
  return {
    end: late,
    afterLate: { result: used && (used.message["result"] as ToolResult), questions },
  };
}

/** 2026-07-28: sends the last round with answers again. */
async function sendRoundAgain({ host, limits }: Run): Promise<ToolResult | undefined> {
  const round = host.transcript.findLast(
    ({ direction, message }) =>
      direction === "sent" && isObject(member(message["params"], "inputResponses")),
  );
  if (!round) return undefined;
  const { _meta, ...params } = round.message["params"] as Record<string, unknown>;
  try {
    // Typed for the methods of the SDK, which knows the result of each.
    const request = { method: "tools/call", params } as never;
    const options = { allowInputRequired: true, timeout: limits.callMs } as never;
    return (await host.client.request(request, options)) as ToolResult;
  } catch {
    // The server refuses it, as it may.
    return undefined;
  }
}

/** The ids of the requests of the call, in the order in which they were sent. */
const callIds = ({ host }: Run): unknown[] =>
  host.transcript.flatMap(({ direction, message: { method, id } }) =>
    direction === "sent" && method === "tools/call" ? [id] : [],
  );

/** The highest number of responses that one request of the call got. */
function countResponses(run: Run): number {
  const counts = new Map<unknown, number>(callIds(run).map((id) => [id, 0]));
  for (const { direction, message } of run.host.transcript) {
    const { id, method } = message;
    const isResponse = direction === "received" && method === undefined;
    if (isResponse && counts.has(id)) counts.set(id, counts.get(id)! + 1);
  }
  return Math.max(0, ...counts.values());
}
