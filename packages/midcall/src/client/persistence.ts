import { isObject, type JsonObject } from "../schema/json-copy.js";
import { isRule, type ServerRule } from "./policy.js";
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

/** Where an inbox keeps it, such as `sessionStorage`, IndexedDB or a file. Errors are reported, not thrown. */
export interface InboxPersistence {
  load(): SavedInbox | undefined | Promise<SavedInbox | undefined>;
  save(saved: SavedInbox): void | Promise<void>;
}

/** What is kept, in memory. */
export interface Saved {
  readonly now: () => number;
  /** Resolves when what was saved has been read. Never rejects. */
  readonly ready: Promise<void>;
  readonly rules: Map<string, ServerRule>;
  /** Made when they are written, as a round may have thousands of questions. */
  readonly calls: Map<string, () => SavedCall>;
  /** Something changed. */
  save(): void;
}

/** Between two writes. */
const PAUSE_MS = 20;
const DAY_MS = 86_400_000;

function isCall(value: unknown): value is JsonObject & SavedCall {
  if (!isObject(value) || !isObject(value["call"])) return false;
  const { id, server, savedAt, params, inputRequests, requestState, responses } = value;
  const { method, name } = value["call"];
  return (
    [id, server, method, name].every((text) => typeof text === "string") &&
    [params, inputRequests, responses].every(isObject) &&
    typeof savedAt === "number" &&
    (requestState === undefined || typeof requestState === "string")
  );
}

export function createSaved(
  persistence: InboxPersistence | undefined,
  report: (error: unknown) => void,
  now: () => number,
): Saved {
  const rules: Saved["rules"] = new Map();
  const calls: Saved["calls"] = new Map();
  let changed = false;
  let saving = false;
  // What could not be read is not overwritten either.
  let readable = false;

  const load = async (): Promise<void> => {
    const saved: unknown = await persistence?.load();
    readable = true;
    if (!isObject(saved)) return;
    for (const [server, rule] of Object.entries(isObject(saved["rules"]) ? saved["rules"] : {})) {
      // What the person decided meanwhile counts.
      if (isRule(rule) && !rules.has(server)) rules.set(server, rule);
    }
    for (const call of Array.isArray(saved["calls"]) ? saved["calls"] : []) {
      if (isCall(call) && call.savedAt > now() - DAY_MS) calls.set(call.id, () => call);
    }
  };
  const ready = load().catch(report);

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
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    saving = false;
  };

  return {
    now,
    ready,
    rules,
    calls,
    save() {
      changed = true;
      if (persistence) void write();
    },
  };
}
