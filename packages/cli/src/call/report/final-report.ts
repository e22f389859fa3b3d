import { SignInError } from "../../connect/oauth/sign-in-error.js";
import { moreAbout } from "../../error-page.js";
import { member } from "../../json.js";
import { safeLine } from "../../safe-text.js";
import { type CallOptions, isInteractive } from "../options.js";
import type { Responder } from "../responder.js";
import { EXIT, exitCodeOf } from "./exit-code.js";
import { type Finished, jsonReport, showOutcome, showTools, showUnanswered } from "./report.js";
import { unusedReport } from "./unanswered-report.js";

const URL_REQUIRED = -32042;
const NO_ANSWERER = "ERR_MIDCALL_NO_ANSWERER";
/** The mark of a server made with midcall, in the metadata of a result, that it had to ask and could not. */
const CANNOT_ASK = "midcall/cannotAsk";
const HOW = "no user can answer here. Run this in a terminal, or pass --answers FILE.\n";

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
    (responder?.kind === "none" && hadToAsk({ error, result }));
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
  process.stderr.write(questionHint(finished, responder));
  if (json) process.stdout.write(`${jsonReport(finished, responder?.log)}\n`);
  else if (tools) showTools(tools);
  else if (result) showOutcome({ result });
  if (error) process.stderr.write(`${[error.message, ...moreAbout(error.docs)].join("\n")}\n`);
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

/** What to do if the call has ended, or may have, because no user can answer; it comes before what the server says. */
function questionHint({ error, result }: Finished, responder: Responder | undefined): string {
  if (responder?.kind !== "none") return "";
  const hasAsked = responder.log.hasUnanswered || error?.code === NO_ANSWERER;
  if (hasAsked || hadToAsk({ error, result })) return `The tool has to ask a question, and ${HOW}`;
  // Other servers of 2025 report that only as text.
  const { isError, content } = result ?? {};
  const mayAsk = isError === true && /elicit/i.test(JSON.stringify(content));
  return mayAsk ? `The tool may have to ask a question, and ${HOW}` : "";
}

/** Whether the server says that it had to ask and could not, in a way that a program can read. */
function hadToAsk({ error, result }: Pick<Findings, "error" | "result">): boolean {
  if (error) return error.hadToAsk === true || error.code === URL_REQUIRED;
  return result?.isError === true && member(result._meta, CANNOT_ASK) !== undefined;
}
