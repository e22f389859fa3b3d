import { SignInError } from "../../connect/oauth/sign-in-error.js";
import { safeLine } from "../../safe-text.js";
import { type CallOptions, isInteractive } from "../options.js";
import type { Responder } from "../responder.js";
import { EXIT, exitCodeOf } from "./exit-code.js";
import { type Finished, jsonReport, showOutcome, showTools, showUnanswered } from "./report.js";
import { unusedReport } from "./unanswered-report.js";

const MISSING_CAPABILITY = -32021;
const URL_REQUIRED = -32042;
const NO_ANSWERER = "ERR_MIDCALL_NO_ANSWERER";
const CANNOT_ASK: ReadonlySet<unknown> = new Set([MISSING_CAPABILITY, URL_REQUIRED, NO_ANSWERER]);
const HINT =
  "The tool may need to ask a question, and no user can answer here. Run this in a terminal, or pass --answers FILE.\n";

/** The findings so far, for the report. */
export type Findings = Partial<Omit<Finished, "exitCode">>;

/** The exit code of a run that was not interrupted and had no usage error. */
export function finalExitCode(
  { error, result }: Findings,
  options: CallOptions,
  responder: Responder | undefined,
): number {
  if (error?.code === SignInError.code) return EXIT.signIn;
  if (isInteractive(options)) return error ? EXIT.failed : EXIT.done;
  const log = responder?.log ?? { hasUnanswered: false, lastRefusal: undefined };
  const hasUnanswered =
    log.hasUnanswered ||
    error?.code === NO_ANSWERER ||
    (responder?.kind === "none" && error?.code === URL_REQUIRED);
  return exitCodeOf(
    { hasUnanswered, lastRefusal: log.lastRefusal },
    error !== undefined || result?.isError === true,
  );
}

/** Prints the result on stdout, and everything else on stderr. */
export function printReport(
  finished: Finished,
  options: CallOptions,
  responder: Responder | undefined,
): void {
  const { json, answers } = options;
  const { error, result, tools } = finished;
  if (json) process.stdout.write(`${jsonReport(finished, responder?.log)}\n`);
  else if (tools) showTools(tools);
  else if (result) showOutcome({ result });
  if (error) process.stderr.write(`${error.message}\n`);
  if (mayNeedAnswers(finished, responder)) process.stderr.write(HINT);
  if (!responder || isInteractive(options)) return;
  showUnanswered(responder.log, responder.kind === "answers");
  const unused = responder.book?.unused() ?? [];
  // Without a connection no entry could be used.
  if (unused.length > 0 && finished.protocolVersion !== undefined) {
    process.stderr.write(
      `\n${unusedReport(unused, answers === "-" ? "stdin" : safeLine(answers ?? "", 200))}\n`,
    );
  }
}

/** Whether the call may have ended because no user could answer. Servers of 2025 report that only as text. */
function mayNeedAnswers({ error, result }: Finished, responder: Responder | undefined): boolean {
  if (responder?.kind !== "none") return false;
  if (responder.log.hasUnanswered) return true;
  if (error) return CANNOT_ASK.has(error.code);
  const { isError, content } = result ?? {};
  return isError === true && /elicit/i.test(JSON.stringify(content));
}
