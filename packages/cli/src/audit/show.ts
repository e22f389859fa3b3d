import { open } from "node:fs/promises";
import type { AuditEntry } from "midcall/audit";
import { describeError } from "../describe-error.js";
import { UsageError } from "../errors.js";
import { isObject } from "../json.js";
import { safeJson } from "../safe-text.js";
import type { AuditOptions, Filter } from "./options.js";
import { createTable } from "./table.js";

const PIPE_WIDTH = 120;

/**
 * `midcall audit show`. @returns the exit code
 *
 * @throws UsageError when a file cannot be read
 */
export async function show({ files, filter, json }: AuditOptions): Promise<number> {
  const entries: AuditEntry[] = [];
  let unreadable = 0;
  for (const file of files) {
    for await (const line of linesOf(file)) {
      const entry = readEntry(line);
      if (entry === undefined) unreadable++;
      else if (isWanted(entry, filter)) {
        if (json) console.log(safeJson(entry));
        else entries.push(entry);
      }
    }
  }
  if (!json) {
    const table = createTable(entries, process.stdout.columns ?? PIPE_WIDTH);
    for (const line of table) console.log(line);
    if (entries.length === 0) console.error("No entry is like that.");
  }
  if (unreadable > 0) {
    const lines = `${unreadable} ${unreadable === 1 ? "line is" : "lines are"}`;
    console.error(`${lines} not an audit entry. Run midcall audit verify on the log.`);
  }
  return 0;
}

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    const handle = await open(file);
    for await (const line of handle.readLines()) if (line !== "") yield line;
  } catch (error) {
    throw new UsageError(`The log could not be read: ${describeError(error)}`, { cause: error });
  }
}

function readEntry(line: string): AuditEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && value["v"] === 1 ? (value as unknown as AuditEntry) : undefined;
  } catch {
    return undefined;
  }
}

function isWanted(entry: AuditEntry, { since, until, server, user, action }: Filter): boolean {
  const at = Date.parse(entry.answeredAt ?? entry.askedAt ?? "");
  // An entry without a time is at no time.
  if (since !== undefined && !(at >= since)) return false;
  if (until !== undefined && !(at < until)) return false;
  return (
    (server === undefined || entry.server?.name === server) &&
    (user === undefined || entry.principal === user) &&
    (action === undefined || entry.action === action)
  );
}
