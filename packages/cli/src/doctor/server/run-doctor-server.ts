import { writeFileSync } from "node:fs";
import type { Interruption } from "../../call/interruption.js";
import { fileErrorReason } from "../../connect/headers.js";
import { UsageError } from "../../errors.js";
import { safeLine } from "../../safe-text.js";
import { type Examination, examine, type ExamineOptions } from "./examine.js";
import { allFindings, jsonReport } from "./report/json.js";
import { junitReport } from "./report/junit.js";
import { textReport } from "./report/text.js";
import { NO_SUCH_TOOL } from "./tools/choose-tools.js";

/** The options of `midcall doctor --server`. */
export interface DoctorServerOptions extends Omit<ExamineOptions, "access" | "onProgress"> {
  readonly access: Omit<ExamineOptions["access"], "signal">;
  readonly json: boolean;
  /** A file for JUnit XML. */
  readonly junit: string | undefined;
}

const PIPE_WIDTH = 80;

/**
 * Examines a server and prints the report.
 *
 * @returns the exit code: 0 without findings, else 1; that of the signal after an interruption
 * @throws UsageError when the JUnit file cannot be written, or the server does not have a named tool
 */
export async function runDoctorServer(
  { access, json, junit, ...options }: DoctorServerOptions,
  interruption: Interruption,
): Promise<number> {
  // The file is tried first: nobody wants to learn of a wrong path after minutes.
  if (junit !== undefined) writeReport(junit, "");
  const progress = createProgress();
  let examination: Examination;
  try {
    examination = await examine({
      ...options,
      access: { ...access, signal: interruption.signal },
      onProgress: progress.show,
    });
  } catch (error) {
    if (interruption.code === undefined) throw error;
    process.stderr.write("Interrupted.\n");
    return interruption.code;
  } finally {
    progress.end();
  }
  assertTools(examination);
  if (junit !== undefined) writeReport(junit, junitReport(examination));
  process.stdout.write(
    json
      ? `${jsonReport(examination)}\n`
      : textReport(examination, {
          width: process.stdout.columns ?? PIPE_WIDTH,
          color: process.stdout.isTTY && process.stdout.hasColors(),
        }),
  );
  return allFindings(examination).length > 0 ? 1 : 0;
}

/** @throws UsageError when the server has a named tool on none of its protocol versions */
function assertTools({ versions }: Examination): void {
  const spoken = versions.filter(({ notSpoken }) => notSpoken === undefined);
  const isMissing = (name: string): boolean =>
    spoken.every(({ leftOut }) =>
      leftOut.some((one) => one.name === name && one.why === NO_SUCH_TOOL),
    );
  const missing = spoken[0]?.leftOut.find(({ name }) => isMissing(name));
  if (!missing) return;
  throw new UsageError(
    `The server has no tool "${missing.name}". Run midcall call --list to see its tools.`,
  );
}

function writeReport(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(
      `--junit: ${safeLine(path, 200)} cannot be written: ${fileErrorReason(error)}.`,
    );
  }
}

/** One line on a terminal that says what is being tried; nothing elsewhere. */
function createProgress(): { show(text: string): void; end(): void } {
  const { stderr } = process;
  let isShown = false;
  const clear = (): void => {
    if (isShown) stderr.write("\r\u001b[K");
    isShown = false;
  };
  return {
    show(text) {
      if (!stderr.isTTY) return;
      clear();
      stderr.write(safeLine(text, Math.max(10, (stderr.columns || PIPE_WIDTH) - 2)));
      isShown = true;
    },
    end: clear,
  };
}
