import { StoreClosedError } from "../errors.js";
import type { PostgresDatabase } from "./database.js";
import type { PostgresSettings } from "./options.js";
import type { Statements } from "./statements.js";

/** Deletes what has expired, in the background and a part at a time. */
export interface Sweeper {
  /** Counts a write; now and then one of them starts a sweep. */
  afterWrite(): void;
  /** Resolves when no sweep is under way. */
  finished(): Promise<void>;
}

const SWEEP_EVERY_MS = 30_000;
const SWEEP_EVERY_WRITES = 1000;
const MAX_SWEPT = 2000;

export function createSweeper(
  database: PostgresDatabase,
  statements: Statements,
  { messageTtlMs, onError }: PostgresSettings,
): Sweeper {
  let writes = 0;
  // Not with the first write, so that many processes do not begin at once; but processes that end soon sweep now and then, too.
  let sweepAt = performance.now() + Math.random() * SWEEP_EVERY_MS;
  let sweeping: Promise<void> | undefined;

  const sweep = async (): Promise<void> => {
    try {
      const values = await database.run(statements.sweepValues, [MAX_SWEPT]);
      const messages = await database.run(statements.sweepMessages, [MAX_SWEPT, messageTtlMs]);
      // There is more: the next write goes on.
      if (values.rowCount === MAX_SWEPT || messages.rowCount === MAX_SWEPT) sweepAt = 0;
    } catch (error) {
      if (!(error instanceof StoreClosedError)) onError(error);
    } finally {
      sweeping = undefined;
    }
  };

  return {
    afterWrite() {
      writes += 1;
      const isDue = writes % SWEEP_EVERY_WRITES === 0 || performance.now() >= sweepAt;
      if (!isDue || sweeping !== undefined) return;
      sweepAt = performance.now() + SWEEP_EVERY_MS;
      sweeping = sweep();
    },
    finished: async () => sweeping,
  };
}
