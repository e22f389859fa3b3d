import type { InboxPersistence, SavedInbox } from "midcall/client";
import type { StateDir } from "../state-dir.js";

const FILE = "inbox.json";

/** Keeps the rules, and calls that wait for the person, in the state folder. */
export interface ConsoleInboxPersistence extends InboxPersistence {
  /** Servers with a call that waits for the person since an earlier run. */
  readonly waiting: ReadonlySet<string>;
  /** From here on nothing is written: closing ends every call, and none of them is to be forgotten. */
  freeze(): void;
}

export async function openInboxPersistence(state: StateDir): Promise<ConsoleInboxPersistence> {
  // Read before anything else, so that a file that cannot be read stops the start, and is not lost.
  const saved = (await state.read(FILE)) as SavedInbox | undefined;
  const calls: unknown = saved?.calls;
  const waiting = new Set(
    (Array.isArray(calls) ? calls : []).map((call: unknown) =>
      String((call as { server?: unknown } | null)?.server),
    ),
  );
  let frozen = false;
  return {
    waiting,
    load: () => saved,
    save: (next) => (frozen ? undefined : state.write(FILE, next)),
    freeze() {
      frozen = true;
    },
  };
}
