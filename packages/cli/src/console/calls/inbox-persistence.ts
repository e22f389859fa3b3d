import type { InboxPersistence, SavedInbox } from "midcall/client";
import type { StateDir } from "../state-dir.js";

const FILE = "inbox.json";

/** Keeps the rules and the unfinished calls in `inbox.json`. */
export interface ConsoleInboxPersistence extends InboxPersistence {
  /** Names of the servers that have unfinished calls from an earlier run. */
  readonly waiting: ReadonlySet<string>;
  /** Stops writing. Closing the console ends every call, but the unfinished ones must stay in the file. */
  freeze(): void;
}

/** Loads `inbox.json`. @throws ConsoleError when it cannot be read */
export async function openInboxPersistence(state: StateDir): Promise<ConsoleInboxPersistence> {
  // Read first, so that a file that cannot be read prevents the start instead of being overwritten.
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
