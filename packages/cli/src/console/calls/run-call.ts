import { randomUUID } from "node:crypto";
import { displayText } from "midcall/form";
import type { RequestMeta } from "../../connect/request-meta.js";
import { maskSecretArguments } from "../servers/secrets/secret-arguments.js";
import { maskArguments } from "../servers/secrets/secret-names.js";
import type {
  CallKind,
  CallResultView,
  CallState,
  CallView,
  Progress,
  TaskView,
} from "../views/api-types.js";
import { toResultView } from "../views/result-view.js";
import { createCallLines } from "./call-lines.js";
import type { CallRecord, CallRecords } from "./call-records.js";
import { runInCall } from "./call-scope.js";
import { describeCallError, isCallOver } from "./describe-call-error.js";

/** A call as the user wants it. */
export interface WantedCall {
  readonly kind: CallKind;
  /** The tool's or prompt's name, or the resource's URI. */
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly scenario?: string | undefined;
  /** Calls a tool as a task that can be called in both ways. */
  readonly asTask?: boolean | undefined;
  /** The `_meta` of its requests. */
  readonly meta?: RequestMeta | undefined;
}

/** A call to start. */
export interface NewCall extends WantedCall {
  readonly serverId: string;
  readonly server: string;
  readonly protocolVersion: string;
  readonly resumed?: CallView["resumed"];
  /** Of the tool, as sent by the server: it says which arguments are secrets. */
  readonly inputSchema?: unknown;
}

/** The functions that a running call can use. */
export interface CallContext {
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
  onTask(task: TaskView): void;
}

const NO_RESULT: CallResultView = { parts: [] };
const NOTHING: readonly string[] = [];

/** A call that has just started. */
export const createCallRecord = (
  { inputSchema, ...about }: NewCall,
  startedAt: number,
): CallRecord => ({
  arguments: about.arguments,
  abort: new AbortController(),
  result: NO_RESULT,
  size: 0,
  lines: createCallLines(),
  view: {
    id: randomUUID(),
    ...about,
    arguments: maskSecretArguments(about.arguments, inputSchema) as Record<string, unknown>,
    meta: maskArguments(about.meta) as RequestMeta | undefined,
    state: "running",
    startedAt,
    isError: false,
    hasResult: false,
    notes: [],
    questions: NOTHING,
    requests: NOTHING,
    linesSeq: 0,
  },
});

/** Does the work of a call, and keeps its progress and its result. */
export function runCall(
  call: CallRecord,
  work: (context: CallContext) => Promise<unknown>,
  { records, now }: { readonly records: CallRecords; readonly now: () => number },
): void {
  const { id, kind } = call.view;
  const end = (state: CallState, result: CallResultView, isError: boolean): void => {
    call.result = result;
    call.size = JSON.stringify(result).length;
    records.trim();
    records.change(call, {
      state,
      isError,
      endedAt: now(),
      hasResult: true,
      progress: undefined,
      questions: NOTHING,
      requests: NOTHING,
    });
  };
  const onProgress = ({ progress, total, message }: Progress): void => {
    if (call.view.state !== "running" || typeof progress !== "number") return;
    const words = typeof message === "string" ? displayText(message.slice(0, 500)) : undefined;
    const shown = { progress, total, message: words };
    call.lines.addProgress(now(), shown);
    records.change(call, { progress: shown, linesSeq: call.lines.seq });
  };
  const onTask = (task: TaskView): void => {
    if (call.view.state === "running") records.change(call, { task });
  };
  runInCall(id, () => work({ signal: call.abort.signal, onProgress, onTask }))
    .then((result) => {
      const isError = (result as { isError?: unknown } | undefined)?.isError === true;
      end(isError ? "failed" : "done", toResultView(result, kind), isError);
    })
    // This also handles a result that cannot be converted: an error ends only this call.
    .catch((error: unknown) => {
      const state = call.stopped ?? (isCallOver(error) ? "over" : "failed");
      end(state, { parts: [], problem: problemOf(state, error) }, false);
    });
}

function problemOf(state: CallState, error: unknown): string {
  if (state === "cancelled") return "You cancelled this call.";
  return state === "lost"
    ? "The connection to the server was lost before it returned a result."
    : describeCallError(error);
}
