import { SdkErrorCode, type Tool } from "@modelcontextprotocol/client";
import { inspectServerName } from "midcall/client/server-name";
import { type Connection, connectServer } from "../connect/connect-server.js";
import { nameOfTarget, type splitCommandLine } from "../connect/target.js";
import { redactHeaders } from "../connect/headers.js";
import { readableMessage } from "../connect/error-message.js";
import { ConnectError, UsageError } from "../errors.js";
import { describeError } from "../describe-error.js";
import { recordRefusedQuestions } from "./report/refused-questions.js";
import { tapTransport } from "../connect/messages/tap-transport.js";
import { safeLine } from "../safe-text.js";
import { missingArguments, readArguments, type ToolArguments } from "./arguments/arguments.js";
import type { Prompting } from "./arguments/ask-arguments.js";
import { callTool, type CallOutcome } from "./call-tool.js";
import { EXIT, exitCodeOf } from "./report/exit-code.js";
import { type Interruption, watchInterruption } from "./interruption.js";
import { type CallOptions, readOptions } from "./options.js";
import { createResponder, type Responder } from "./responder.js";
import { createProgressLines } from "./report/progress.js";
import {
  createServerLines,
  type Finished,
  jsonReport,
  showOutcome,
  showTools,
  showUnanswered,
} from "./report/report.js";
import { unusedReport } from "./report/unanswered-report.js";

const MISSING_CAPABILITY = -32021;
const URL_REQUIRED = -32042;
const NO_ANSWERER = "ERR_MIDCALL_NO_ANSWERER";
const WANTED_TO_ASK: ReadonlySet<unknown> = new Set([
  MISSING_CAPABILITY,
  URL_REQUIRED,
  NO_ANSWERER,
]);
const HINT =
  "The tool may have to ask something, and nobody can answer here. Run it in a terminal, or give --answers FILE.\n";
const KEPT_BACK =
  "Some servers offer a tool only where somebody can be asked: run it in a terminal, or give --answers FILE.";

/** `midcall call`. @returns the exit code */
export async function run(words: ReturnType<typeof splitCommandLine>): Promise<number> {
  const options = readOptions(words);
  if (!options) return EXIT.done;
  const interruption = watchInterruption();
  try {
    return await runCall(options, interruption);
  } finally {
    interruption.stop();
  }
}

/** What the steps below find out, for the report. */
type Found = Partial<Omit<Finished, "exitCode">>;

async function runCall(options: CallOptions, interruption: Interruption): Promise<number> {
  let person: Responder | undefined;
  let connection: Connection | undefined;
  let found: Found = {};
  let isUsage = false;
  const timer = new AbortController();
  const timeout = setTimeout(
    () => timer.abort(),
    Math.min(options.timeoutMs ?? Infinity, 2_147_483_647),
  );
  const began = performance.now();
  const timeLeft = (): number => (options.timeoutMs ?? Infinity) - (performance.now() - began);
  const signal = AbortSignal.any([interruption.signal, timer.signal]);
  try {
    person = await createResponder(options, interruption.interrupt, signal);
    if (isSession(options)) requirePerson(options, person);
    const isQuiet = person.kind === "terminal" && !options.verbose;
    const onStderr = createServerLines((line) => void process.stderr.write(line));
    const server = nameOfTarget(options.target);
    const refused = person.kind === "nobody" ? recordRefusedQuestions(server, person.log) : undefined;
    connection = await connectServer({
      target: options.target,
      server,
      protocolVersion: options.protocolVersion,
      inbox: person.inbox,
      headers: options.headers,
      ...(!isQuiet && { onStderr }),
      ...(refused && { wrapTransport: (transport) => tapTransport(transport, refused) }),
      onWaiting: (leftMs) => {
        const left = Math.ceil(Math.min(leftMs, timeLeft()) / 1_000);
        process.stderr.write(
          `"${safeLine(server, 100)}" has not answered yet, and may still be starting. It is waited for ${left} s more; Ctrl-C gives up now.\n`,
        );
      },
      signal,
    });
    found = { protocolVersion: connection.protocolVersion, server: connection.serverInfo };
    const interrupt = interruption.interrupt;
    found = { ...found, ...(await work(options, person, connection, { signal, interrupt })) };
  } catch (error) {
    isUsage = error instanceof UsageError;
    const { code } = error as { readonly code?: unknown };
    found = {
      ...found,
      error: {
        ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
        message: isOurs(error) ? describeError(error) : safeLine(readableMessage(error), 2_000),
      },
    };
  } finally {
    clearTimeout(timeout);
    await Promise.all([connection?.close(), person?.close()]);
  }

  if (interruption.code !== undefined) found = { ...found, error: { message: "Interrupted." } };
  else if (timer.signal.aborted) {
    const message = `It was not done within ${options.timeoutMs! / 1000} s and was given up.`;
    found = { ...found, error: { message } };
  }
  if (found.error) {
    const message = redactHeaders(found.error.message, options.headers);
    found = { ...found, error: { ...found.error, message } };
  }
  const exitCode = interruption.code ?? (isUsage ? EXIT.usage : endOf(found, options, person));
  show({ protocolVersion: undefined, server: undefined, ...found, exitCode }, options, person);
  return exitCode;
}

/** Its message is for people, with lines of its own. */
function isOurs(error: unknown): boolean {
  return error instanceof ConnectError || error instanceof UsageError;
}

/** Whether the person chooses what to call, and sees there and then how each call ends. */
function isSession({ tool, list }: CallOptions): boolean {
  return tool === undefined && !list;
}

function requirePerson({ json }: CallOptions, { kind }: Responder): void {
  if (kind !== "terminal") {
    throw new UsageError(
      "No TOOL was named. Name one, see them with --list, or run this in a terminal to choose.",
    );
  }
  if (json) throw new UsageError("--json needs a TOOL, or --list.");
}

async function work(
  options: CallOptions,
  person: Responder,
  connection: Connection,
  { signal, interrupt }: Pick<Prompting, "signal" | "interrupt">,
): Promise<Found> {
  const listTools = (): Promise<Tool[]> => connection.listTools({ signal });
  const onProgress = createProgressLines(process.stderr, person.inbox);
  const { timeoutMs } = options;
  const call = async (tool: Tool, args: ToolArguments): Promise<CallOutcome> => {
    const outcome = await callTool(connection, tool.name, args, { signal, onProgress, timeoutMs });
    // In a terminal what the server writes is not shown as it comes; now it may say why it is gone.
    const isGone = "error" in outcome && outcome.error.code === SdkErrorCode.ConnectionClosed;
    if (isGone && person.kind === "terminal" && !options.verbose) {
      for (const line of connection.lastLines()) process.stderr.write(`server | ${line}\n`);
    }
    if (!("error" in outcome)) return outcome;
    const message = redactHeaders(outcome.error.message, options.headers);
    return { error: { ...outcome.error, message } };
  };
  const prompting = { input: process.stdin, output: process.stderr, signal, interrupt };

  if (options.list) return { tools: await listTools() };
  if (options.tool === undefined) {
    const { runSession } = await import("./session.js");
    const about = connection.serverInfo?.name ?? nameOfTarget(options.target);
    process.stderr.write(
      `Connected to ${safeLine(about, 100)}, protocol ${connection.protocolVersion}.\n`,
    );
    for (const { message } of inspectServerName(about)) process.stderr.write(`! ${message}\n`);
    await runSession({ ...prompting, tools: listTools, call, show: showOutcome });
    return {};
  }
  const tool = findTool(options.tool, await listTools(), person);
  const args = await argumentsFor(tool, options.args, person, prompting);
  return args ? await call(tool, args) : { error: { message: "The tool was not called." } };
}

function findTool(name: string, tools: readonly Tool[], { kind }: Responder): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool) return tool;
  const names = tools.slice(0, 50).map((one) => safeLine(one.name, 100));
  const has = `The server has no tool "${safeLine(name, 100)}". It has: ${names.join(", ") || "none"}.`;
  throw new UsageError(kind === "nobody" ? `${has} ${KEPT_BACK}` : has);
}

async function argumentsFor(
  tool: Tool,
  words: readonly string[],
  person: Responder,
  prompting: Prompting,
): Promise<ToolArguments | undefined> {
  const given = readArguments(words, tool);
  const missing = missingArguments(tool, given);
  if (missing.length === 0) return given;
  if (person.kind !== "terminal") {
    const names = missing.map((name) => safeLine(name, 100)).join(", ");
    throw new UsageError(
      `${safeLine(tool.name, 100)} needs ${names}. Give each as name=value; --list says what they take.`,
    );
  }
  const { askArguments } = await import("./arguments/ask-arguments.js");
  return askArguments(tool, given, missing, prompting);
}

function endOf({ error, result }: Found, options: CallOptions, person: Responder | undefined): number {
  if (isSession(options)) return error ? EXIT.failed : EXIT.done;
  const log = person?.log ?? { hasUnanswered: false, lastRefusal: undefined };
  const hasUnanswered =
    log.hasUnanswered ||
    error?.code === NO_ANSWERER ||
    (person?.kind === "nobody" && error?.code === URL_REQUIRED);
  return exitCodeOf(
    { hasUnanswered, lastRefusal: log.lastRefusal },
    error !== undefined || result?.isError === true,
  );
}

function show(finished: Finished, options: CallOptions, person: Responder | undefined): void {
  const { json, answers } = options;
  const { error, result, tools } = finished;
  if (json) process.stdout.write(`${jsonReport(finished, person?.log)}\n`);
  else if (tools) showTools(tools);
  else if (result) showOutcome({ result });
  if (error) process.stderr.write(`${error.message}\n`);
  if (mayHaveAsked(finished, person)) process.stderr.write(HINT);
  if (!person || isSession(options)) return;
  showUnanswered(person.log, person.kind === "answers");
  const unused = person.book?.unused() ?? [];
  // Where nothing was called, nothing could use them.
  if (unused.length > 0 && finished.protocolVersion !== undefined) {
    process.stderr.write(
      `\n${unusedReport(unused, answers === "-" ? "stdin" : safeLine(answers ?? "", 200))}\n`,
    );
  }
}

/** Whether the call ended because nobody can be asked. Servers of 2025 say so in words only. */
function mayHaveAsked({ error, result }: Finished, person: Responder | undefined): boolean {
  if (person?.kind !== "nobody") return false;
  if (person.log.hasUnanswered) return true;
  if (error) return WANTED_TO_ASK.has(error.code);
  const { isError, content } = result ?? {};
  return isError === true && /elicit/i.test(JSON.stringify(content));
}
