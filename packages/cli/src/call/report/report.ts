import type { CallToolResult, Tool } from "@modelcontextprotocol/client";
import { safeJson } from "../../safe-text.js";
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
