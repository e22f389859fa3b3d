import type { AuditTrailEvent } from "../../audit/trail.js";
import { unref } from "../../internal/unref.js";
import type { InboxOptions } from "./types.js";

/** As many are written of a server in a minute, one by one. */
const MOST_WRITTEN = 20;
const MINUTE_MS = 60_000;

/** The audit of questions that nobody was shown. */
export interface RefusalAudit {
  record(event: AuditTrailEvent): void;
  /** Writes what was counted so far. */
  flush(): void;
}

/** The refusals of a server in a minute. */
interface Minute {
  written: number;
  /** By reasons: those that were only counted. */
  readonly counted: Map<string, AuditTrailEvent & { readonly count: number }>;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Bounds what is written of questions that were refused without being shown: a server can ask thousands in a second. After the
 * first ones of a minute they are counted, and one entry for each reason says how many there were.
 */
export function createRefusalAudit(
  audit: InboxOptions["audit"],
  report: (error: unknown) => void,
): RefusalAudit {
  const minutes = new Map<string, Minute>();
  const end = (server: string, { counted, timer }: Minute): void => {
    clearTimeout(timer);
    minutes.delete(server);
    for (const event of counted.values()) {
      try {
        audit?.record(event);
      } catch (error) {
        report(error);
      }
    }
  };
  const begin = (server: string): Minute => {
    const timer = setTimeout(() => end(server, minute), MINUTE_MS);
    unref(timer);
    const minute: Minute = { written: 0, counted: new Map(), timer };
    minutes.set(server, minute);
    return minute;
  };
  return {
    record(event) {
      if (audit === undefined) return;
      const server = event.server?.name ?? "";
      const minute = minutes.get(server) ?? begin(server);
      minute.written += 1;
      if (minute.written <= MOST_WRITTEN) return audit.record(event);
      const { id, askedAt, answeredAt, action, via, reason } = event;
      const key = JSON.stringify([action, via, reason]);
      const before = minute.counted.get(key);
      minute.counted.set(key, {
        // Of the first one; what differs between them is left out.
        ...{ id: before?.id ?? id, askedAt: before?.askedAt ?? askedAt, answeredAt },
        ...{ server: event.server, attempts: 0, action, via, reason },
        count: (before?.count ?? 0) + 1,
      });
    },
    flush() {
      for (const [server, minute] of [...minutes]) end(server, minute);
    },
  };
}
