import { RequestError } from "../errors.js";
import type {
  CallLine,
  CallResultView,
  CallView,
  LogLine,
  RefusalDetail,
} from "../views/api-types.js";
import { kindOf } from "./call-kind.js";
import { withDetail, withNote } from "./call-notes.js";
import { type CallHint, type CallRecord, createCallRecords } from "./call-records.js";
import type { SentCall } from "./inbox-persistence.js";
import { type CallContext, createCallRecord, type NewCall, runCall } from "./run-call.js";

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
  /** Whether the user has cancelled a call. */
  isCancelled(id: string): boolean;
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

const MOST_RUNNING = 20;
const NOTHING: readonly string[] = [];

/** Creates an empty list of calls. @param onChange - called after every change */
export function createCalls(onChange: () => void, now: () => number = Date.now): Calls {
  const records = createCallRecords(onChange);
  const stop = (call: CallRecord, state: "lost" | "cancelled"): void => {
    if (call.view.state !== "running") return;
    call.stopped ??= state;
    // A resumed call ends by itself, and is resumed again on the next connection.
    if (state === "lost" && call.view.resumed) return;
    call.abort.abort(
      new Error(state === "lost" ? "The connection to the server was lost." : "Cancelled."),
    );
  };
  const note = (call: CallRecord, reason: string): void => {
    // A stopped call reports that itself.
    if (call.view.state !== "running" || call.stopped) return;
    records.change(call, { notes: withNote(call.view.notes, reason) });
  };

  return {
    list: records.views,
    isCancelled: (id) => records.get(id)?.stopped === "cancelled",
    start(about, work) {
      const running = records.all().filter(({ view }) => view.state === "running").length;
      if (running >= MOST_RUNNING) {
        throw new RequestError(
          429,
          `${running} calls are running. Cancel one, or wait until one has finished.`,
        );
      }
      const call = createCallRecord(about, now());
      records.add(call);
      runCall(call, work, { records, now });
      return call.view.id;
    },
    result: (id) => records.find(id).result,
    lines: (id, after) => records.find(id).lines.after(after),
    cancel: (id) => stop(records.find(id), "cancelled"),
    find: (hint) => records.fit(hint)?.view.id,
    about(hint) {
      const call = records.fit(hint);
      return call && { kind: call.view.kind, name: call.view.name };
    },
    scenarioOf({ server, call: { method, name }, params }) {
      const sent = JSON.stringify(params["arguments"] ?? {});
      return records
        .fitting({ server, kind: kindOf(method), name })
        .find((one) => one.view.kind === "resource" || JSON.stringify(one.arguments) === sent)?.view
        .scenario;
    },
    setOpen(kind, byCall) {
      for (const call of records.all()) {
        const ids = (call.view.state === "running" && byCall.get(call.view.id)) || NOTHING;
        if (ids.join() !== call.view[kind].join()) records.change(call, { [kind]: ids });
      }
    },
    addLog(id, line) {
      const call = records.get(id);
      if (!call) return;
      call.lines.addLog(line);
      records.change(call, { linesSeq: call.lines.seq });
    },
    noteUnanswered(id, reason) {
      const call = records.get(id);
      if (call) note(call, reason);
    },
    noteUnansweredOf(hint, reason) {
      for (const call of records.fitting(hint)) note(call, reason);
    },
    explainUnanswered(hint, reason, detail) {
      for (const call of records.fitting(hint)) {
        records.change(call, { notes: withDetail(call.view.notes, reason, detail) });
      }
    },
    abandon(serverId, state) {
      for (const call of records.all()) if (call.view.serverId === serverId) stop(call, state);
    },
    dismiss(id) {
      if (records.find(id).view.state === "running") {
        throw new RequestError(409, "The call is still running. Cancel it first.");
      }
      records.remove(id);
    },
  };
}
