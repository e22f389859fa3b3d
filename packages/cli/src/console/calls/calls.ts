import { randomUUID } from "node:crypto";
import { displayText } from "midcall/form";
import type { CallResultView, CallState, CallView, Progress } from "../views/api-types.js";
import { describeCallError } from "./describe-call-error.js";
import { RequestError } from "../errors.js";
import { toResultView } from "../views/result-view.js";
import { maskArguments } from "../servers/secret-names.js";

/** A call to start. */
export interface NewCall {
  readonly serverId: string;
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly protocolVersion: string;
  readonly resumed?: boolean | undefined;
}

/** The functions that a running call can use. */
export interface CallContext {
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
}

/** The latest tool calls of all servers, with their results. */
export interface Calls {
  list(): readonly CallView[];
  /** Starts a call. `work` resolves with the tool's result. @returns the id of the call */
  start(call: NewCall, work: (context: CallContext) => Promise<unknown>): string;
  /** @throws RequestError when there is no such call */
  result(id: string): CallResultView;
  cancel(id: string): void;
  /**
   * Adds a note to the running calls of a server: a question was not answered. `tool` is `undefined` before
   * 2026-07-28, where a question does not name its call.
   */
  noteUnanswered(server: string, tool: string | undefined, reason: string): void;
  /** Ends the calls of a server whose connection was lost or closed. */
  abandon(serverId: string, state: "lost" | "cancelled"): void;
  dismiss(id: string): void;
}

interface CallRecord {
  view: CallView;
  result: CallResultView;
  size: number;
  readonly abort: AbortController;
  /** Why the call was stopped; `undefined` if it was not. */
  stopped?: CallState | undefined;
}

const MOST_RUNNING = 20;
const MOST_KEPT = 50;
const LARGEST_KEPT = 32 * 1024 * 1024;
const NO_RESULT: CallResultView = { parts: [] };

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
    change(call, { state, isError, endedAt: now(), hasResult: true, progress: undefined });
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
      const call: CallRecord = {
        abort: new AbortController(),
        result: NO_RESULT,
        size: 0,
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
        },
      };
      records.set(id, call);
      trim();
      changed();
      const onProgress = ({ progress, total, message }: Progress): void => {
        if (call.view.state !== "running" || typeof progress !== "number") return;
        const words = typeof message === "string" ? displayText(message.slice(0, 500)) : undefined;
        change(call, { progress: { progress, total, message: words } });
      };
      work({ signal: call.abort.signal, onProgress })
        .then((result) => {
          const isError = (result as { isError?: unknown } | undefined)?.isError === true;
          end(call, isError ? "failed" : "done", toResultView(result), isError);
        })
        // This also handles a result that cannot be converted: an error ends only this call.
        .catch((error: unknown) => {
          const state = call.stopped ?? "failed";
          end(call, state, { parts: [], problem: problemOf(state, error) }, false);
        });
      return id;
    },
    result: (id) => find(id).result,
    cancel: (id) => stop(find(id), "cancelled"),
    noteUnanswered(server, tool, reason) {
      for (const call of records.values()) {
        const { view, stopped } = call;
        // A stopped call reports that itself.
        if (view.state !== "running" || stopped || view.server !== server) continue;
        if (tool !== undefined && view.tool !== tool) continue;
        change(call, { notes: withNote(view.notes, reason) });
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
