import { OptionError } from "../../contracts/errors.js";
import { isObject } from "../../internal/is-object.js";
import { type JsonObject } from "../../schema/convert/json-copy.js";
import { isRule, type ServerRule } from "./policy.js";
import { pause } from "./pause.js";
import type { QuestionCall } from "./question.js";

/** A 2026-07-28 call that waits for the person: enough to go on with it after a reload. */
export interface SavedCall {
  readonly id: string;
  readonly server: string;
  readonly call: QuestionCall;
  /** Milliseconds since 1970. What is older than a day is dropped. */
  readonly savedAt: number;
  /** The request's params as the host sent them. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly inputRequests: Readonly<Record<string, unknown>>;
  /** The server's state, to be echoed byte for byte. */
  readonly requestState?: string | undefined;
  /** What the person has answered of this round already. */
  readonly responses: Readonly<Record<string, unknown>>;
}

/** What an inbox keeps over a reload. Plain JSON; it holds answers, so keep it as safe as a session. */
export interface SavedInbox {
  readonly rules: Readonly<Record<string, ServerRule>>;
  readonly calls: readonly SavedCall[];
}

/**
 * Where an inbox keeps it, such as `sessionStorage`, IndexedDB or a file. Errors are reported, not thrown.
 *
 * One inbox at a time owns it: each writes all it knows, so of two on one place the later undoes the
 * rules and calls of the other. Where tabs or processes could share it, give each a place of its own.
 */
export interface InboxPersistence {
  /** Gives what was saved last; read once, when the inbox is made. */
  load(): SavedInbox | undefined | Promise<SavedInbox | undefined>;
  /** Keeps this in place of what was saved before. Not called again until it is done. */
  save(saved: SavedInbox): void | Promise<void>;
}

/** What is kept, in memory. */
export interface PersistedState {
  readonly now: () => number;
  /** Resolves when what was saved has been read. Never rejects. */
  readonly ready: Promise<void>;
  readonly rules: Map<string, ServerRule>;
  /** Made when they are written, as a round may have thousands of questions. */
  readonly calls: Map<string, () => SavedCall>;
  /** Ids of the calls that run. The others in `calls` wait for somebody to go on with them. */
  readonly running: Set<string>;
  /** Something changed. */
  save(): void;
}

/** Between two writes. */
const PAUSE_MS = 20;
const DAY_MS = 86_400_000;
/** Nobody is asked before what was saved is read: no longer than this. */
const LOAD_MS = 10_000;

/** The members of something, whatever it is. */
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
  } = membersOf(value);
  const { method, name } = membersOf(call);
  return (
    [id, server, method, name, requestState].every((text) => typeof text === "string") &&
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
  let saving = false;
  // What could not be read is not overwritten either.
  let readable = false;

  const load = async (): Promise<void> => {
    const saved = membersOf(await persistence?.load());
    readable = true;
    for (const [server, rule] of Object.entries(membersOf(saved["rules"]))) {
      // What the person decided meanwhile counts.
      if (isRule(rule) && !rules.has(server)) rules.set(server, rule);
    }
    for (const call of [saved["calls"]].flat()) {
      if (isCall(call) && call.savedAt > now() - DAY_MS) calls.set(call.id, () => call);
    }
  };
  const ready = new Promise<void>((resolve, reject) => {
    // It keeps no process alive.
    AbortSignal.timeout(LOAD_MS).onabort = () => {
      reject(new OptionError("persistence.load timed out after 10 s."));
    };
    load().then(resolve, reject);
  }).catch(report);

  /** One at a time, so that an older state never overwrites a newer one. */
  const write = async (): Promise<void> => {
    if (saving) return;
    saving = true;
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
    saving = false;
  };

  return {
    now,
    ready,
    rules,
    calls,
    running: new Set(),
    save() {
      changed = true;
      if (persistence) void write();
    },
  };
}
