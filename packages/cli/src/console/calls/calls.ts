import { randomUUID } from "node:crypto";
import { displayText } from "midcall/form";
import type {
  CallKind,
  CallLine,
  CallResultView,
  CallState,
  CallView,
  LogLine,
  Progress,
  TaskView,
  RefusalDetail,
} from "../views/api-types.js";
import { RequestError } from "../errors.js";
import { toResultView } from "../views/result-view.js";
import { maskArguments } from "../servers/secrets/secret-names.js";
import { kindOf } from "./call-kind.js";
import type { SentCall } from "./inbox-persistence.js";
import { type CallLines, createCallLines } from "./call-lines.js";
import { callInScope, runInCall } from "./call-scope.js";
import { describeCallError, isCallOver } from "./describe-call-error.js";

/** A call to start. */
export interface NewCall {
  readonly serverId: string;
  readonly server: string;
  readonly kind: CallKind;
  /** The tool's or prompt's name, or the resource's URI. */
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly protocolVersion: string;
  readonly resumed?: boolean | undefined;
  readonly scenario?: string | undefined;
}

/** The functions that a running call can use. */
export interface CallContext {
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
  onTask(task: TaskView): void;
}

/** What a question or a request says about the call it belongs to. */
export interface CallHint {
  /** The user's name for the server. */
  readonly server: string;
  readonly kind?: CallKind | undefined;
  readonly name?: string | undefined;
}

/** The latest calls of all servers, with their results. */
export interface Calls {
  list(): readonly CallView[];
  /** Starts a call. `work` resolves with the server's result. @returns the id of the call */
  start(call: NewCall, work: (context: CallContext) => Promise<unknown>): string;
  /** @throws RequestError when there is no such call */
  result(id: string): CallResultView;
  /** Its log messages and progress after a sequence number. @throws RequestError when there is no such call */
  lines(id: string, after: number): readonly CallLine[];
  cancel(id: string): void;
  /**
   * The running call that something belongs to: the one whose work the running code is, or else the only one that
   * the hint fits. `undefined` if that is not certain.
   */
  find(hint: CallHint): string | undefined;
  /** The kind and name of that call. */
  about(hint: CallHint): Pick<CallView, "kind" | "name"> | undefined;
  /** The scenario that a running call was started from, by what was sent. */
  scenarioOf(call: SentCall): string | undefined;
  /** Sets the open questions and links, and the open requests, of the running calls, by the call's id. */
  setOpen(kind: "questions" | "requests", byCall: ReadonlyMap<string, readonly string[]>): void;
  addLog(id: string, line: Omit<LogLine, "seq" | "kind" | "call">): void;
  /** Adds a note to a running call: a question was not answered. */
  noteUnanswered(id: string, reason: string): void;
  /** The same for all running calls of a server that the hint fits, if it is not known which one asked. */
  noteUnansweredOf(hint: CallHint, reason: string): void;
  /** Adds to the notes of the running calls that the hint fits why a question was refused. */
  explainUnanswered(hint: CallHint, reason: string, detail: RefusalDetail): void;
  /** Ends the calls of a server whose connection was lost or closed. */
  abandon(serverId: string, state: "lost" | "cancelled"): void;
  dismiss(id: string): void;
}

interface CallRecord {
  view: CallView;
  /** As they are sent. */
  readonly arguments: Readonly<Record<string, unknown>>;
  result: CallResultView;
  size: number;
  readonly lines: CallLines;
  readonly abort: AbortController;
  /** Why the call was stopped; `undefined` if it was not. */
  stopped?: CallState | undefined;
}

const MOST_RUNNING = 20;
const MOST_KEPT = 50;
const LARGEST_KEPT = 32 * 1024 * 1024;
const NO_RESULT: CallResultView = { parts: [] };
const NOTHING: readonly string[] = [];

/** Creates an empty list of calls. @param onChange - called after every change */
export function createCalls(onChange: () => void, now: () => number = Date.now): Calls {
  const records = new Map<string, CallRecord>();
  let views: readonly CallView[] = [];
  const changed = (): void => {
    views = Array.from(records.values(), ({ view }) => view).reverse();
    onChange();
  };
  const change = (call: CallRecord, part: Partial<CallView>): void => {
    call.view = { ...call.view, ...part };
    changed();
  };
  /** Removes the oldest calls that have ended. */
  const trim = (): void => {
    let size = 0;
    for (const call of records.values()) size += call.size;
    for (const [id, call] of records) {
      if (records.size <= MOST_KEPT && size <= LARGEST_KEPT) return;
      if (call.view.state === "running") continue;
      records.delete(id);
      size -= call.size;
    }
  };
  const find = (id: string): CallRecord => {
    const call = records.get(id);
    if (!call) throw new RequestError(404, "This call is no longer available.");
    return call;
  };
  const end = (
    call: CallRecord,
    state: CallState,
    result: CallResultView,
    isError: boolean,
  ): void => {
    call.result = result;
    call.size = JSON.stringify(result).length;
    trim();
    change(call, {
      state,
      isError,
      endedAt: now(),
      hasResult: true,
      progress: undefined,
      questions: NOTHING,
      requests: NOTHING,
    });
  };
  const stop = (call: CallRecord, state: "lost" | "cancelled"): void => {
    if (call.view.state !== "running") return;
    call.stopped ??= state;
    // A resumed call ends by itself, and is resumed again on the next connection.
    if (state === "lost" && call.view.resumed) return;
    call.abort.abort(
      new Error(state === "lost" ? "The connection to the server was lost." : "Cancelled."),
    );
  };
  const fitting = ({ server, kind, name }: CallHint): CallRecord[] =>
    [...records.values()].filter(
      ({ view }) =>
        view.state === "running" &&
        view.server === server &&
        (kind === undefined || view.kind === kind) &&
        (name === undefined || view.name === name),
    );
  const note = (call: CallRecord, reason: string): void => {
    // A stopped call reports that itself.
    if (call.view.state !== "running" || call.stopped) return;
    change(call, { notes: withNote(call.view.notes, reason) });
  };

  const fit = (hint: CallHint): CallView | undefined => {
    const scoped = records.get(callInScope() ?? "")?.view;
    if (scoped?.state === "running" && scoped.server === hint.server) return scoped;
    const [only, ...others] = fitting(hint);
    return others.length === 0 ? only?.view : undefined;
  };

  return {
    list: () => views,
    start({ resumed = false, ...about }, work) {
      const running = [...records.values()].filter(({ view }) => view.state === "running").length;
      if (running >= MOST_RUNNING) {
        throw new RequestError(
          429,
          `${running} calls are running. Cancel one, or wait until one has finished.`,
        );
      }
      const id = randomUUID();
      const lines = createCallLines();
      const call: CallRecord = {
        arguments: about.arguments,
        abort: new AbortController(),
        result: NO_RESULT,
        size: 0,
        lines,
        view: {
          id,
          ...about,
          arguments: maskArguments(about.arguments) as Record<string, unknown>,
          state: "running",
          startedAt: now(),
          resumed,
          isError: false,
          hasResult: false,
          notes: [],
          questions: NOTHING,
          requests: NOTHING,
          linesSeq: 0,
        },
      };
      records.set(id, call);
      trim();
      changed();
      const onProgress = ({ progress, total, message }: Progress): void => {
        if (call.view.state !== "running" || typeof progress !== "number") return;
        const words = typeof message === "string" ? displayText(message.slice(0, 500)) : undefined;
        const shown = { progress, total, message: words };
        lines.addProgress(now(), shown);
        change(call, { progress: shown, linesSeq: lines.seq });
      };
      const onTask = (task: TaskView): void => {
        if (call.view.state === "running") change(call, { task });
      };
      runInCall(id, () => work({ signal: call.abort.signal, onProgress, onTask }))
        .then((result) => {
          const isError = (result as { isError?: unknown } | undefined)?.isError === true;
          end(call, isError ? "failed" : "done", toResultView(result, about.kind), isError);
        })
        // This also handles a result that cannot be converted: an error ends only this call.
        .catch((error: unknown) => {
          const state = call.stopped ?? (isCallOver(error) ? "over" : "failed");
          end(call, state, { parts: [], problem: problemOf(state, error) }, false);
        });
      return id;
    },
    result: (id) => find(id).result,
    lines: (id, after) => find(id).lines.after(after),
    cancel: (id) => stop(find(id), "cancelled"),
    find: (hint) => fit(hint)?.id,
    about(hint) {
      const view = fit(hint);
      return view && { kind: view.kind, name: view.name };
    },
    scenarioOf({ server, call: { method, name }, params }) {
      const sent = JSON.stringify(params["arguments"] ?? {});
      return fitting({ server, kind: kindOf(method), name }).find(
        (one) => one.view.kind === "resource" || JSON.stringify(one.arguments) === sent,
      )?.view.scenario;
    },
    setOpen(kind, byCall) {
      for (const call of records.values()) {
        const ids = (call.view.state === "running" && byCall.get(call.view.id)) || NOTHING;
        if (ids.join() !== call.view[kind].join()) change(call, { [kind]: ids });
      }
    },
    addLog(id, line) {
      const call = records.get(id);
      if (!call) return;
      call.lines.addLog(line);
      change(call, { linesSeq: call.lines.seq });
    },
    noteUnanswered(id, reason) {
      const call = records.get(id);
      if (call) note(call, reason);
    },
    noteUnansweredOf(hint, reason) {
      for (const call of fitting(hint)) note(call, reason);
    },
    explainUnanswered(hint, reason, detail) {
      for (const call of fitting(hint)) {
        change(call, { notes: withDetail(call.view.notes, reason, detail) });
      }
    },
    abandon(serverId, state) {
      for (const call of records.values()) if (call.view.serverId === serverId) stop(call, state);
    },
    dismiss(id) {
      if (find(id).view.state === "running") {
        throw new RequestError(409, "The call is still running. Cancel it first.");
      }
      records.delete(id);
      changed();
    },
  };
}

function problemOf(state: CallState, error: unknown): string {
  if (state === "cancelled") return "You cancelled this call.";
  return state === "lost"
    ? "The connection to the server was lost before it returned a result."
    : describeCallError(error);
}

/** Counts one more question that ended for this reason. */
function withNote(notes: CallView["notes"], reason: string): CallView["notes"] {
  const { count } = notes.find((note) => note.reason === reason) ?? { count: 0 };
  return [...notes.filter((note) => note.reason !== reason), { reason, count: count + 1 }];
}

const MOST_DETAILS = 5;

/** Explains one more question that ended for this reason; the same explanation only once. */
const withDetail = (
  notes: CallView["notes"],
  reason: string,
  detail: RefusalDetail,
): CallView["notes"] =>
  notes.map((note) => {
    const { details = [] } = note;
    const isKnown = details.some((one) => JSON.stringify(one) === JSON.stringify(detail));
    return note.reason !== reason || isKnown || details.length >= MOST_DETAILS
      ? note
      : { ...note, details: [...details, detail] };
  });
