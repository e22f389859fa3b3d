import type { AuditEntry } from "midcall/audit";
import { safeLine } from "../safe-text.js";

const COLUMNS: readonly (readonly [
  title: string,
  most: number,
  of: (entry: AuditEntry) => string,
])[] = [
  ["TIME", 20, timeOf],
  ["USER", 24, ({ principal = "" }) => principal],
  ["SERVER", 20, ({ server }) => server?.name ?? ""],
  ["TOOL", 24, ({ tool = "" }) => tool],
  ["ACTION", 32, actionOf],
  ["VIA", 10, ({ via = "" }) => via],
  ["CALL", 22, ({ callId = "" }) => callId],
];

/**
 * Entries as lines of a table.
 *
 * @param width - the width of the terminal; the last columns are left out where they have no room
 */
export function createTable(entries: readonly AuditEntry[], width: number): string[] {
  if (entries.length === 0) return [];
  const cells = COLUMNS.map(([title, most, of]) => {
    const values = entries.map((entry) => cut(safeLine(String(of(entry))), most));
    return [title, ...values];
  });
  const widths = cells.map((column) => Math.max(...column.map((cell) => cell.length)));
  let used = -2;
  const shown = cells.filter((_, at) => (used += widths[at]! + 2) <= Math.max(width, 40));
  return Array.from({ length: entries.length + 1 }, (_, row) =>
    shown
      .map((column, at) => column[row]!.padEnd(widths[at]!))
      .join("  ")
      .trimEnd(),
  );
}

function timeOf({ answeredAt, askedAt }: AuditEntry): string {
  const at = answeredAt ?? askedAt ?? "";
  return at.replace(/\.\d+Z$/, "Z");
}

function actionOf({ action, confirmed, count, reason, mode, policy = [] }: AuditEntry): string {
  if (action === undefined) {
    // No question ended: it is about an answer that a bridge keeps.
    const [, became] = /^kept:(.+)$/.exec(policy[0] ?? "") ?? [];
    return became === undefined ? "" : `kept answer ${became}`;
  }
  const times = count === undefined ? "" : `${count} × `;
  if (action === "unanswered" && reason !== undefined) return `${times}${action} (${reason})`;
  if (confirmed !== undefined) return `${action} (${confirmed ? "yes" : "no"})`;
  return mode === "url" && action === "accept" ? "accept (link)" : action;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
