import { RequestError } from "../errors.js";
import type { CallKind, CallResultView, CallState, CallView } from "../views/api-types.js";
import type { CallLines } from "./call-lines.js";
import { callInScope } from "./call-scope.js";

/** What a question or a request says about the call it belongs to. */
export interface CallHint {
  /** The user's name for the server. */
  readonly server: string;
  readonly kind?: CallKind | undefined;
  readonly name?: string | undefined;
}

/** A call that is kept. */
export interface CallRecord {
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

/** The calls that are kept, oldest first. */
export interface CallRecords {
  /** Newest first. */
  views(): readonly CallView[];
  all(): readonly CallRecord[];
  get(id: string): CallRecord | undefined;
  /** @throws RequestError when there is no such call */
  find(id: string): CallRecord;
  /** The running calls that a hint fits. */
  fitting(hint: CallHint): readonly CallRecord[];
  /** The running call whose work the running code is, or else the only one that the hint fits. */
  fit(hint: CallHint): CallRecord | undefined;
  add(call: CallRecord): void;
  /** Changes what is shown of a call. */
  change(call: CallRecord, part: Partial<CallView>): void;
  /** Removes the oldest calls that have ended, if there are too many or they are too large. */
  trim(): void;
  remove(id: string): void;
}

const MOST_KEPT = 50;
const LARGEST_KEPT = 32 * 1024 * 1024;

/** Keeps calls. @param onChange - called after every change */
export function createCallRecords(onChange: () => void): CallRecords {
  const records = new Map<string, CallRecord>();
  let views: readonly CallView[] = [];
  const changed = (): void => {
    views = Array.from(records.values(), ({ view }) => view).reverse();
    onChange();
  };
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
  const fitting = ({ server, kind, name }: CallHint): CallRecord[] =>
    [...records.values()].filter(
      ({ view }) =>
        view.state === "running" &&
        view.server === server &&
        (kind === undefined || view.kind === kind) &&
        (name === undefined || view.name === name),
    );
  return {
    views: () => views,
    all: () => [...records.values()],
    get: (id) => records.get(id),
    find(id) {
      const call = records.get(id);
      if (!call) throw new RequestError(404, "This call is no longer available.");
      return call;
    },
    fitting,
    fit(hint) {
      const scoped = records.get(callInScope() ?? "");
      if (scoped?.view.state === "running" && scoped.view.server === hint.server) return scoped;
      const [only, ...others] = fitting(hint);
      return others.length === 0 ? only : undefined;
    },
    add(call) {
      records.set(call.view.id, call);
      trim();
      changed();
    },
    change(call, part) {
      call.view = { ...call.view, ...part };
      changed();
    },
    trim,
    remove(id) {
      records.delete(id);
      changed();
    },
  };
}
