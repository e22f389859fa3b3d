import type { AuditTrail } from "midcall/audit";
import type { KeptAnswerView } from "../../console/views/api-types.js";
import type { KeptAnswer, KeptAnswerFiles, KeptAnswers, KeptEvent } from "./kept-answers.js";

export interface KeptShelfOptions {
  readonly files: KeptAnswerFiles;
  readonly trail: Pick<AuditTrail, "record">;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/** The kept answers as their user sees them: all that happens to one is shown, and in the audit. */
export interface KeptShelf extends KeptAnswers {
  /** Oldest first. */
  list(): readonly KeptAnswerView[];
  /** Lets nobody use an answer any more. @returns whether it was still there */
  withdraw(id: string): Promise<boolean>;
  close(): void;
}

const LONGEST_TIMER_MS = 60_000;

/** Reads what earlier desks have kept, and says what has expired in the meantime. */
export async function openKeptShelf(options: KeptShelfOptions): Promise<KeptShelf> {
  const { files, trail, onChange, onError } = options;
  let all: readonly KeptAnswer[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const record = (what: KeptEvent, { shown, asked, answer }: KeptAnswer): void =>
    trail.record({
      id: shown.id,
      server: { name: shown.server },
      tool: shown.tool,
      mode: shown.host === undefined ? "form" : "url",
      message: asked,
      via: "kept",
      answeredAt: Date.now(),
      // It answers a question when it is used, and none before or otherwise.
      ...(what === "used"
        ? { action: answer["action"] as "accept" }
        : { policy: [`kept:${what}`] }),
    });

  const refresh = async (): Promise<void> => {
    for (const kept of await files.removeExpired()) record("expired", kept);
    all = await files.list();
    clearTimeout(timer);
    if (isClosed) return;
    const next = Math.min(...all.map(({ until }) => until)) - Date.now();
    if (all.length > 0) {
      // A computer that was asleep is late for a long timer.
      timer = setTimeout(look, Math.min(Math.max(next, 0), LONGEST_TIMER_MS));
      timer.unref();
    }
    onChange();
  };
  const look = (): void => void refresh().catch(onError);
  await refresh().catch(onError);

  return {
    list: () => all.map(({ shown, until }) => ({ ...shown, until })),
    async put(key, kept) {
      await files.put(key, kept);
      await refresh();
    },
    async take(key) {
      const kept = await files.take(key);
      if (kept !== undefined) {
        all = all.filter(({ shown }) => shown.id !== kept.shown.id);
        onChange();
      }
      return kept;
    },
    record,
    async withdraw(id) {
      const kept = await files.remove(id);
      if (kept !== undefined) record("withdrawn", kept);
      await refresh();
      return kept !== undefined;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
