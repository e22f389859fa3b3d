import { join } from "node:path";
import {
  type AuditTrail,
  createAuditTrail,
  createMemorySink,
  type MemorySink,
} from "midcall/audit";
import { createFileSink } from "midcall/audit/file";

/** The audit of a page: the latest entries in memory for the page, and all of them in a file. */
export interface AuditLog {
  readonly memory: MemorySink;
  readonly trail: AuditTrail;
  /** How many entries there were. */
  seq(): number;
  close(): Promise<void>;
}

const MOST_IN_MEMORY = 500;

/** @param folder - of the file `audit.jsonl` */
export function createAuditLog(
  folder: string,
  onChange: () => void,
  onError: (error: unknown) => void,
): AuditLog {
  let seq = 0;
  const memory = createMemorySink({ limit: MOST_IN_MEMORY });
  const file = createFileSink({ path: join(folder, "audit.jsonl"), onError });
  const counter = {
    record() {
      seq += 1;
      onChange();
    },
  };
  const trail = createAuditTrail({ sink: [memory, file, counter], onError });
  return {
    memory,
    trail,
    seq: () => seq,
    async close() {
      await trail.flush();
      await file.close();
    },
  };
}
