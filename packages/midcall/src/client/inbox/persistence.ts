import { OptionError } from "../../contracts/errors.js";
import { isObject } from "../../internal/is-object.js";
import { type JsonObject } from "../../schema/convert/json-copy.js";
import { isRule, type ServerRule } from "./policy.js";
import { pause } from "../../internal/pause.js";
import type { QuestionCall } from "./question.js";

/** A 2026-07-28 call that waits for the user, with everything needed to resume it after a reload. */
export interface SavedCall {
  readonly id: string;
  readonly server: string;
  readonly call: QuestionCall;
  /** Milliseconds since 1970. Calls older than a day are dropped. */
  readonly savedAt: number;
  /** The request's params as the host sent them. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly inputRequests: Readonly<Record<string, unknown>>;
  /** The server's state, to be echoed byte for byte. */
  readonly requestState?: string | undefined;
  /** The user's answers to questions of this round so far, by key. */
  readonly responses: Readonly<Record<string, unknown>>;
  /** Whether the server asks again for answers that a retry lacks. */
  readonly asksAgain?: boolean | undefined;
  /** The id of the task that the call runs as. The requests and responses are then those of the whole task. */
  readonly taskId?: string | undefined;
}

/** The data that an inbox persists, as plain JSON. It contains answers, so protect it like a session. */
export interface SavedInbox {
  /** The rules by server name. */
  readonly rules: Readonly<Record<string, ServerRule>>;
  /** The calls that wait for the user. */
  readonly calls: readonly SavedCall[];
}

/**
 * The storage of an inbox, such as `sessionStorage`, IndexedDB or a file. Errors go to `onError`; they are not thrown.
 *
 * Only one inbox at a time may use it: an inbox writes its whole state, so a second one would overwrite the rules and
 * calls of the first. Give each tab or process its own storage.
 */
export interface InboxPersistence {
  /** Returns the saved state; called once, when the inbox is created. */
  load(): SavedInbox | undefined | Promise<SavedInbox | undefined>;
  /** Replaces the saved state. Not called again until the returned promise has settled. */
  save(saved: SavedInbox): void | Promise<void>;
}

/** The persisted state, in memory. */
export interface PersistedState {
  readonly now: () => number;
  /** Resolves when the saved state has been loaded. Never rejects. */
  readonly ready: Promise<void>;
  readonly rules: Map<string, ServerRule>;
  /** Functions that build the record of a call when it is written, because a round may have thousands of questions. */
  readonly calls: Map<string, () => SavedCall>;
  /** Ids of the running calls. The others in `calls` wait to be resumed. */
  readonly running: Set<string>;
  /** Schedules a write after a change. */
  save(): void;
  /** Resolves when every change so far has been written, or its error reported. Never rejects. */
  written(): Promise<void>;
}

/** Delay between two writes, in milliseconds. */
const PAUSE_MS = 20;
const DAY_MS = 86_400_000;
/** How long questions wait for the saved state to be loaded, in milliseconds. */
const LOAD_MS = 10_000;

/** Any value as an object whose properties can be read. */
const membersOf = (value: unknown): JsonObject => Object(value) as JsonObject;

function isCall(value: unknown): value is SavedCall {
  const {
    id,
    server,
    call,
    savedAt,
    params,
    inputRequests,
    requestState = "",
    responses,
    taskId = "",
  } = membersOf(value);
  const { method, name } = membersOf(call);
  return (
    [id, server, method, name, requestState, taskId].every((text) => typeof text === "string") &&
    [params, inputRequests, responses].every(isObject) &&
    typeof savedAt === "number"
  );
}

export function createPersistedState(
  persistence: InboxPersistence | undefined,
  report: (error: unknown) => void,
  now: () => number,
): PersistedState {
  const rules: PersistedState["rules"] = new Map();
  const calls: PersistedState["calls"] = new Map();
  let changed = false;
  let writing: Promise<void> | undefined;
  // A saved state that could not be loaded is not overwritten.
  let readable = false;

  const load = async (): Promise<void> => {
    const saved = membersOf(await persistence?.load());
    readable = true;
    for (const [server, rule] of Object.entries(membersOf(saved["rules"]))) {
      // A rule that the user has set in the meantime takes precedence.
      if (isRule(rule) && !rules.has(server)) rules.set(server, rule);
    }
    for (const call of [saved["calls"]].flat()) {
      if (isCall(call) && call.savedAt > now() - DAY_MS) calls.set(call.id, () => call);
    }
  };
  const ready = new Promise<void>((resolve, reject) => {
    // Unlike setTimeout, this timer does not keep a process alive.
    AbortSignal.timeout(LOAD_MS).onabort = () => {
      reject(new OptionError("persistence.load timed out after 10 s."));
    };
    load().then(resolve, reject);
  }).catch(report);

  /** Writes one state at a time, so that an older state never overwrites a newer one. */
  const write = async (): Promise<void> => {
    await ready;
    while (changed && readable) {
      changed = false;
      try {
        await persistence?.save({
          rules: Object.fromEntries(rules),
          calls: Array.from(calls.values(), (make) => make()),
        });
      } catch (error) {
        report(error);
      }
      await pause(PAUSE_MS);
    }
    writing = undefined;
  };

  return {
    now,
    ready,
    rules,
    calls,
    running: new Set(),
    save() {
      changed = true;
      if (persistence) writing ??= write();
    },
    written: async () => writing,
  };
}
