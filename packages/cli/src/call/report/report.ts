import type { CallToolResult, Tool } from "@modelcontextprotocol/client";
import { safeJson, safeLine } from "../../safe-text.js";
import type { CallError, CallOutcome } from "../call-tool.js";
import { toolsText } from "./tools-text.js";
import type { LoggedQuestion, QuestionLog } from "./question-log.js";
import { resultText } from "./result-text.js";
import { unansweredReport } from "./unanswered-report.js";

/** The content of the final report. */
export interface Finished {
  readonly protocolVersion: string | undefined;
  readonly server: { readonly name?: unknown; readonly version?: unknown } | undefined;
  readonly result?: CallToolResult | undefined;
  readonly tools?: readonly Tool[] | undefined;
  readonly error?: CallError;
  readonly exitCode: number;
}

/** The object that `--json` prints. It names the questions but does not contain the answers. */
export function jsonReport(finished: Finished, log: QuestionLog | undefined): string {
  const { protocolVersion, server, result, tools, error, exitCode } = finished;
  return safeJson({
    protocolVersion: protocolVersion ?? null,
    server: server ? { name: server.name, version: server.version } : null,
    ...(result && { result }),
    ...(tools && { tools }),
    ...(error && { error: { code: error.code, message: error.message } }),
    questions: (log?.questions ?? []).map(jsonQuestion),
    ...(log && log.dropped > 0 && { questionsLeftOut: log.dropped }),
    exitCode,
  });
}

function jsonQuestion({
  message,
  mode,
  action,
  fields,
  reason,
  noAnswer: missed,
}: LoggedQuestion): object {
  return {
    message,
    mode,
    action,
    fields,
    ...(action === "unanswered" && { reason }),
    ...(missed && { why: missed.why }),
    ...(missed?.issues && { issues: missed.issues }),
  };
}

/** Prints an outcome: the tool's result on stdout, errors on stderr. */
export function showOutcome(outcome: CallOutcome): void {
  if ("error" in outcome) {
    process.stderr.write(`The call failed: ${outcome.error.message}\n`);
    return;
  }
  const text = resultText(outcome.result);
  if (text !== "") process.stdout.write(`${text}\n`);
  if (outcome.result.isError === true) process.stderr.write("The tool reported an error.\n");
}

export function showTools(tools: readonly Tool[]): void {
  process.stdout.write(`${toolsText(tools)}\n`);
}

/** Prints the questions that were not answered. */
export function showUnanswered(log: QuestionLog, hasFile: boolean): void {
  const questions = log.unanswered();
  if (questions.length === 0) return;
  process.stderr.write(`\n${unansweredReport(questions, log.dropped, hasFile)}\n`);
}

/** What a server writes to stderr, as whole lines, safe to print and with a prefix. */
export interface ServerLines {
  /** Takes what the server wrote, to print it at once, or, while connecting, if that takes long or succeeds. */
  add(text: string): void;
  /** Forgets what an earlier attempt to connect has left. */
  restart(): void;
  /** Prints everything so far, and from now on at once. */
  flush(): void;
  /** Whether lines are printed at once. */
  readonly isLive: boolean;
}

/** More lines than this are not kept while connecting. */
const MOST_LINES = 200;

/** Keeps the lines back while connecting: if that fails, the error has the last of them. */
export function createServerLines(write: (line: string) => void): ServerLines {
  let rest = "";
  let kept: string[] = [];
  let isLive = false;
  return {
    add(text) {
      const lines = (rest + text).split(/\r\n?|\n/);
      // A line without an end is limited.
      rest = lines.pop()!.slice(-4_096);
      for (const line of lines) {
        const safe = `server | ${safeLine(line, 1_000)}\n`;
        if (isLive) write(safe);
        else kept = [...kept.slice(1 - MOST_LINES), safe];
      }
    },
    restart() {
      rest = "";
      kept = [];
    },
    flush() {
      isLive = true;
      for (const line of kept) write(line);
      kept = [];
    },
    get isLive() {
      return isLive;
    },
  };
}
