import { OptionError } from "midcall";
import { type AuditVerification, verifyAuditFiles } from "midcall/audit/file";
import { describeError } from "../describe-error.js";
import { UsageError } from "../errors.js";
import { safeJson, safeLine } from "../safe-text.js";
import type { AuditOptions } from "./options.js";

/**
 * `midcall audit verify`. @returns the exit code: 1 where something is not as it was written
 *
 * @throws UsageError when nothing can be verified
 */
export async function verify({ files, keys, expected, json }: AuditOptions): Promise<number> {
  let found: AuditVerification;
  try {
    found = await verifyAuditFiles(files, { ...(keys && { key: keys }), expect: expected });
  } catch (error) {
    const hint =
      error instanceof OptionError ? " (--key-file FILE, or the variable MIDCALL_AUDIT_KEY)" : "";
    throw new UsageError(`Nothing was verified: ${describeError(error)}${hint}`, { cause: error });
  }
  if (json) console.log(safeJson(found));
  else for (const line of report(found)) console.log(line);
  return found.problems.length > 0 ? 1 : 0;
}

function report({ entries, problems, ends, lost }: AuditVerification): string[] {
  const [first] = problems;
  const lines = problems.map(({ file, line, message }) => {
    const where = file === undefined ? "" : `${safeLine(file)}:${line}: `;
    return `${where}${safeLine(message, 400)}`;
  });
  const writers = `${ends.length} ${ends.length === 1 ? "writer" : "writers"}`;
  if (first === undefined) {
    lines.push(
      `${count(entries)} of ${writers}: none was removed before the last ones, changed, swapped or inserted.`,
    );
  } else {
    const where = first.file === undefined ? "" : `, the first in line ${first.line}`;
    lines.push("", `The log is not as it was written${where}. ${count(entries)} are intact.`);
  }
  if (lost > 0) lines.push(`${count(lost)} could not be written, as the writers themselves say.`);
  if (ends.length > 0 && first === undefined) {
    lines.push(
      "",
      "Whether entries are missing at the end can only be seen with an anchor. Keep these in another place,",
      "and pass them the next time:",
      ...ends.map(
        ({ writer, seq, digest }) => `  --expect ${seq}:${digest}  # ${safeLine(writer)}`,
      ),
    );
  }
  return lines;
}

function count(entries: number): string {
  return `${entries} ${entries === 1 ? "entry" : "entries"}`;
}
