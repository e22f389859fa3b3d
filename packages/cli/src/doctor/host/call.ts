import { randomBytes } from "node:crypto";
import { member } from "../../json.js";
import { strayKeys, type Rounds } from "./ask-rounds.js";
import type { OpenRequests } from "./ask-server-request.js";
import type { Doctor } from "./doctor.js";
import { examineProgress, examineTimeLimit } from "./examine-time.js";
import type { Ask } from "./exchange.js";
import type { HostResults } from "./report/host-results.js";
import { runProbes } from "./run-probes.js";
import { toolOf } from "./tools.js";
import { JsonRpcError, type Send } from "./wire/message.js";

/** A call of a tool. */
export interface ToolCall {
  readonly params: Readonly<Record<string, unknown>>;
  readonly results: HostResults;
  /** Sends what belongs to this call. */
  readonly send: Send;
  /** Aborted when the host gives up the call. */
  readonly signal: AbortSignal;
}

/** Where a call asks its questions. */
export interface Channels {
  readonly requests: OpenRequests;
  readonly rounds: Rounds;
  /** The keys that results have carried to views. */
  readonly viewKeys: Set<string>;
}

type Result = Readonly<Record<string, unknown>>;

/** Calls a tool of the doctor. @throws JsonRpcError for a tool that it does not have */
export async function callTool(
  call: ToolCall,
  channels: Channels,
  doctor: Doctor,
): Promise<Result> {
  const { params, results, signal } = call;
  const name = String(params["name"]);
  const args = params["arguments"];
  const isAgain = params["inputResponses"] !== undefined || params["requestState"] !== undefined;
  if (isAgain) return resume(call, channels, doctor);
  const { now } = doctor.times;
  const time = { results, signal, now, wantsProgress: progressTokenOf(params) !== undefined };
  switch (name) {
    case "results":
      return doctor.show(results);
    case "examine_view":
      return examineView(results, channels, doctor);
    case "view_opened":
      return viewOpened(args, results, channels, doctor);
    case "examine_time_limit":
      await examineTimeLimit(args, time);
      doctor.changed();
      return doctor.show(results);
    case "examine_progress":
      await withProgress(call, doctor, () => examineProgress(args, time));
      doctor.changed();
      return doctor.show(results);
  }
  const one = doctor.probes.find((probe) => toolOf(probe) === name);
  if (one === undefined && name !== "examine") throw new JsonRpcError(-32602, "Unknown tool");
  const isRounds = results.host.protocolVersion === "2026-07-28";
  // Without sessions, hosts share the rounds; one must not drop those of another.
  const owner = JSON.stringify([results.host, name]);
  if (isRounds) {
    channels.rounds.drop(owner);
    // What was dropped is recorded before it is decided what is left.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (name === "examine" && member(args, "again") === true) results.forget();
  const isPossible = one === undefined || results.canBeAsked(one);
  const probes = one === undefined ? results.left() : isPossible ? [one] : [];
  const work = async (ask: Ask): Promise<Result> => {
    const complete = (elicitationId: string): void => {
      if (results.host.protocolVersion === "2025-11-25")
        call.send({ method: "notifications/elicitation/complete", params: { elicitationId } });
    };
    await runProbes(probes, { ask, results, complete, visits: doctor.visits, times: doctor.times });
    doctor.changed();
    return doctor.show(results);
  };
  if (isRounds) return channels.rounds.start(owner, work);
  const ask = channels.requests.ask(call.send, signal, doctor.times);
  return withProgress(call, doctor, () => work(ask));
}

async function resume(
  { params, results }: ToolCall,
  { rounds }: Channels,
  doctor: Doctor,
): Promise<Result> {
  if (strayKeys(params).length > 0)
    results.observe("stray_answers", "answers that nobody asked for", "stray-answers");
  const next = rounds.resume(params);
  if (typeof next !== "string") return next;
  const finding = next === "late" ? "late-answers" : "stray-answers";
  results.observe(next === "late" ? "late_answers" : "stray_answers", "unasked answers", finding);
  doctor.changed();
  return doctor.show(results);
}

function examineView(results: HostResults, { viewKeys }: Channels, doctor: Doctor): Result {
  const finding = results.host.views ? "views-not-rendered" : "views-undeclared";
  results.observe("views", "whether views are rendered", finding);
  doctor.changed();
  const key = randomBytes(16).toString("base64url");
  if (viewKeys.size < 1_000) viewKeys.add(key);
  const text = results.host.views
    ? "A view should be shown now. When it is there, or is not there after ten seconds, call results."
    : "This host does not declare that it renders views.";
  return { content: [{ type: "text", text }], _meta: { "midcall/doctor-key": key } };
}

function viewOpened(
  args: unknown,
  results: HostResults,
  { viewKeys }: Channels,
  doctor: Doctor,
): Result {
  const isKnown = viewKeys.delete(String(member(args, "key")));
  results.observe(
    "views",
    "whether views are rendered",
    isKnown ? "views-rendered" : "views-without-meta",
  );
  doctor.changed();
  return { content: [{ type: "text", text: "Noted." }] };
}

function progressTokenOf(params: Readonly<Record<string, unknown>>): unknown {
  return member(params["_meta"], "progressToken");
}

/** Reports progress while it runs, if the host has asked for it. */
async function withProgress<Value>(
  { params, send }: ToolCall,
  { times }: Doctor,
  work: () => Promise<Value>,
): Promise<Value> {
  const progressToken = progressTokenOf(params);
  if (progressToken === undefined) return work();
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    send({ method: "notifications/progress", params: { progressToken, progress } });
  }, times.progressMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
