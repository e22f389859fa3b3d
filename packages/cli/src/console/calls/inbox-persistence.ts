import type { InboxPersistence, SavedInbox } from "midcall/client";
import { isObject, member } from "../../json.js";
import type { StateDir } from "../state-dir.js";

const FILE = "inbox.json";

/** A call as it was sent. */
export interface SentCall {
  /** The user's name for the server. */
  readonly server: string;
  readonly call: { readonly method: string; readonly name: string };
  readonly params: Readonly<Record<string, unknown>>;
}

/** Keeps the rules and the unfinished calls in `inbox.json`. */
export interface ConsoleInboxPersistence extends InboxPersistence {
  /** Names of the servers that have unfinished calls from an earlier run. */
  readonly waiting: ReadonlySet<string>;
  /** Whether a server has unfinished calls, of this run or an earlier one. They continue on its next connection. */
  hasUnfinishedCalls(server: string): boolean;
  /** The scenario that an unfinished call was started from. */
  scenarioOf(call: SentCall): string | undefined;
  /** Stops writing. Closing the console ends every call, but the unfinished ones must stay in the file. */
  freeze(): void;
}

const keyOf = ({ server, call: { method, name }, params }: SentCall): string =>
  JSON.stringify([server, method, name, params["arguments"] ?? {}]);

/**
 * Loads `inbox.json`.
 *
 * @param scenarioOf - the scenario of a running call, which the inbox does not know
 * @throws ConsoleError when it cannot be read
 */
export async function openInboxPersistence(
  state: StateDir,
  scenarioOf: (call: SentCall) => string | undefined,
): Promise<ConsoleInboxPersistence> {
  // Read first, so that a file that cannot be read prevents the start instead of being overwritten.
  const saved = (await state.read(FILE)) as SavedInbox | undefined;
  const calls: unknown = saved?.calls;
  const waiting = new Set<string>();
  const scenarios = new Map<string, string>();
  for (const call of Array.isArray(calls) ? (calls as unknown[]) : []) {
    waiting.add(String(member(call, "server")));
    const scenario = member(call, "scenario");
    if (typeof scenario !== "string" || !isObject(member(call, "call"))) continue;
    if (isObject(member(call, "params"))) scenarios.set(keyOf(call as SentCall), scenario);
  }
  let unfinished: ReadonlySet<string> = waiting;
  let frozen = false;
  const describe = (call: SavedInbox["calls"][number]): object => {
    const scenario = scenarioOf(call) ?? scenarios.get(keyOf(call));
    return scenario === undefined ? call : { ...call, scenario };
  };
  return {
    waiting,
    scenarioOf: (call) => scenarios.get(keyOf(call)),
    load: () => saved,
    hasUnfinishedCalls: (server) => unfinished.has(server),
    save(next) {
      unfinished = new Set(next.calls.map(({ server }) => server));
      return frozen ? undefined : state.write(FILE, { ...next, calls: next.calls.map(describe) });
    },
    freeze() {
      frozen = true;
    },
  };
}
