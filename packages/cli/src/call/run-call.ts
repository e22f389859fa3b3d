import { once } from "node:events";
import { connectServer } from "../connect/connect-server.js";
import type { Connection } from "../connect/connection.js";
import { readableMessage } from "../connect/error-message.js";
import { tapTransport } from "../connect/messages/tap-transport.js";
import type { SignIn } from "../connect/oauth/sign-in.js";
import { SignInError } from "../connect/oauth/sign-in-error.js";
import { nameInCommand } from "../connect/server-name.js";
import { titleOf } from "../connect/target.js";
import { describeError } from "../describe-error.js";
import { docsOf } from "../error-page.js";
import { ConnectError, UsageError } from "../errors.js";
import { safeLine } from "../safe-text.js";
import { waitAtMost } from "../timing.js";
import type { Interruption } from "./interruption.js";
import { type CallOptions, isInteractive } from "./options.js";
import { performCall } from "./perform-call.js";
import { refuseOtherInput } from "./refuse-other-input.js";
import { EXIT } from "./report/exit-code.js";
import { type Findings, finalExitCode, printReport } from "./report/final-report.js";
import { recordRefusedQuestions } from "./report/refused-questions.js";
import { createServerLines, type ServerLines } from "../connect/process/server-lines.js";
import { createResponder, type Responder } from "./responder.js";
import { withScenario } from "./scenario-options.js";
import { createCallSignIn } from "./sign-in/call-sign-in.js";

const LONGEST_TIMER_MS = 2_147_483_647;
/** How long a signal may take to arrive after the failure it caused. */
const LATE_SIGNAL_MS = 100;

/** Connects, does what the options say, and prints the report. @returns the exit code */
export async function runCall(given: CallOptions, interruption: Interruption): Promise<number> {
  let options = given;
  let responder: Responder | undefined;
  let connection: Connection | undefined;
  let found: Findings = {};
  let isUsage = false;
  const serverLines = createServerLines((line) => void process.stderr.write(line));
  const limit = startTimeLimit(options.timeoutMs);
  const signal = AbortSignal.any([interruption.signal, limit.signal]);
  const signing = createCallSignIn(options, signal, interruption);
  try {
    const answering = await createResponder(options, interruption.interrupt, signal);
    responder = answering;
    options = withScenario(options, answering.scenario);
    if (isInteractive(options)) requireTerminal(options, answering);
    const complete = options;
    connection = await signing.connect(() =>
      connect(complete, answering, signing.signIn, limit.left, signal, serverLines),
    );
    answering.nameServer(titleOf(connection.serverInfo));
    found = { protocolVersion: connection.protocolVersion, server: connection.serverInfo };
    const { interrupt } = interruption;
    const done = await performCall(options, responder, connection, {
      signal,
      interrupt,
      redact: signing.redact,
    });
    found = { ...found, ...done };
  } catch (error) {
    isUsage = error instanceof UsageError;
    found = { ...found, error: toReportedError(error, serverLines.isLive) };
  } finally {
    limit.stop();
    await Promise.all([connection?.close(), responder?.close()]);
  }

  // Ctrl-C in a terminal reaches the server as well, and the end of the server may be noticed first.
  if (found.error && !isUsage) await interruptedWithin(LATE_SIGNAL_MS, interruption.signal);
  if (interruption.code !== undefined) found = { ...found, error: { message: "Interrupted." } };
  else if (limit.signal.aborted) {
    const message = `Timed out after ${options.timeoutMs! / 1000} s (--timeout).`;
    found = { ...found, error: { message } };
  }
  if (found.error) {
    const message = signing.redact(found.error.message);
    found = { ...found, error: { ...found.error, message } };
  }
  const exitCode =
    interruption.code ?? (isUsage ? EXIT.usage : finalExitCode(found, options, responder));
  printReport(
    { protocolVersion: undefined, server: undefined, ...found, exitCode },
    options,
    responder,
  );
  return exitCode;
}

async function interruptedWithin(ms: number, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await waitAtMost(ms, once(signal, "abort"));
}

function startTimeLimit(timeoutMs: number = Infinity): {
  readonly signal: AbortSignal;
  /** The milliseconds that are left. */
  left(): number;
  stop(): void;
} {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), Math.min(timeoutMs, LONGEST_TIMER_MS));
  const began = performance.now();
  return {
    signal: controller.signal,
    left: () => timeoutMs - (performance.now() - began),
    stop: () => clearTimeout(timer),
  };
}

function requireTerminal({ json }: CallOptions, { kind }: Responder): void {
  if (kind !== "terminal") {
    throw new UsageError(
      "No TOOL specified. Name one, list the tools with --list, or run this in a terminal to choose.",
    );
  }
  if (json) throw new UsageError("--json requires a TOOL or --list.");
}

async function connect(
  { target, protocolVersion, headers, environment, cwd, verbose }: CallOptions,
  { kind, inbox, log }: Responder,
  signIn: SignIn | undefined,
  timeLeft: () => number,
  signal: AbortSignal,
  serverLines: ServerLines,
): Promise<Connection> {
  const server = nameInCommand(target);
  const isQuiet = kind === "terminal" && !verbose;
  const refused = kind === "none" ? recordRefusedQuestions(server, log) : undefined;
  const connection = await connectServer({
    target,
    server,
    protocolVersion,
    inbox,
    onInput: refuseOtherInput,
    headers,
    environment,
    cwd,
    signIn,
    ...(!isQuiet && { onStderr: serverLines.add }),
    wrapTransport: (transport) => {
      // Each attempt to connect starts the server again.
      serverLines.restart();
      return refused ? tapTransport(transport, refused) : transport;
    },
    onWaiting: (leftMs) => {
      if (!isQuiet) serverLines.flush();
      const left = Math.ceil(Math.min(leftMs, timeLeft()) / 1_000);
      process.stderr.write(
        `Still waiting for "${safeLine(server, 100)}" to respond; it may be starting. Giving up in ${left} s. Press Ctrl-C to stop now.\n`,
      );
    },
    signal,
  });
  if (!isQuiet) serverLines.flush();
  return connection;
}

/** @param isLive - whether the server's stderr is on the screen already */
function toReportedError(error: unknown, isLive: boolean): NonNullable<Findings["error"]> {
  if (error instanceof ConnectError && error.problem === "sign-in") {
    const { code, message, docs } = new SignInError("needed", describeError(error));
    return { code, message, docs };
  }
  const { code } = error as { readonly code?: unknown };
  // These messages are written for the terminal and may have several lines.
  const isOwn = error instanceof ConnectError || error instanceof UsageError;
  return {
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    message: isOwn
      ? describeError(isLive ? withoutStderr(error) : error)
      : safeLine(readableMessage(error), 2_000),
    docs: docsOf(error),
  };
}

function withoutStderr(error: unknown): unknown {
  return error instanceof ConnectError ? new ConnectError(error.problem, error.message) : error;
}
