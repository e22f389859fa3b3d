import { SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { ConnectError, type ConnectProblem } from "../errors.js";
import { safeLine } from "../safe-text.js";
import type { ProtocolVersionChoice } from "./protocol-version.js";
import type { HeaderMap } from "./headers.js";
import { readableMessage } from "./error-message.js";
import type { ServerProcess } from "./process/server-process.js";
import type { Target } from "./target.js";

/** What is known when a connection has failed. */
export interface FailedConnection {
  readonly target: Target;
  readonly protocolVersion: ProtocolVersionChoice;
  readonly error: unknown;
  readonly program: ServerProcess | undefined;
  /** Whether its program ended by itself, before it was told to. */
  readonly hasExited: boolean;
  /** What was sent along, where that can be chosen. */
  readonly headers?: HeaderMap | undefined;
}

const UNSUPPORTED_PROTOCOL_VERSION = -32022;

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;
const NETWORK =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|UND_ERR_.*)$/;

interface Coded {
  readonly code?: unknown;
  readonly status?: unknown;
  readonly cause?: unknown;
  readonly data?: unknown;
}

/** The error and all that caused it; errors of the SDK have theirs in `data` as well. */
function causes(error: unknown): (Error & Coded)[] {
  const found: (Error & Coded)[] = [];
  const look = (one: unknown): void => {
    if (!(one instanceof Error) || found.includes(one) || found.length > 10) return;
    found.push(one);
    const { cause, data } = one as Coded;
    look(cause);
    if (data instanceof Object) {
      look((data as Coded).cause);
      look((data as { error?: unknown }).error);
    }
    if (one instanceof AggregateError) one.errors.forEach(look);
  };
  look(error);
  return found;
}

/** Turns whatever made a connection fail into an error that says what happened and what to do. */
export function explainFailure(failed: FailedConnection): ConnectError {
  const { target, error, program, hasExited } = failed;
  if (error instanceof ConnectError) return error;
  const chain = causes(error);
  const codes = chain.map(({ code }) => String(code));
  const statuses = chain.map(({ status }) => status);
  const because = safeLine(readableMessage(chain.at(-1) ?? error));
  const stderr = program?.lastLines ?? [];
  const fail = (problem: ConnectProblem, message: string): ConnectError =>
    new ConnectError(problem, message, { cause: error, stderr });

  if (isVersionMismatch(chain, failed))
    return fail("protocolVersion", protocolVersionMessage(failed, chain));
  if (target.kind === "command") {
    const command = safeLine(target.command, 100);
    if (codes.includes("ENOENT")) {
      const advice = /\s/.test(target.command)
        ? "Give the command and its arguments as words of their own, without quotes around them all."
        : "Check its spelling, or give its full path.";
      return fail("not-found", `There is no command "${command}". ${advice}`);
    }
    if (codes.includes("EACCES")) {
      return fail("not-executable", `"${command}" may not be run. Check its permissions.`);
    }
    if (hasExited) {
      const said = stderr.length > 0 ? " It said:" : " It said nothing on stderr.";
      const how =
        program?.exit === undefined
          ? ""
          : typeof program.exit === "number"
            ? `, with code ${program.exit}`
            : `, by ${program.exit}`;
      return fail("exited", `The server "${command}" ended before it was connected${how}.${said}`);
    }
    if (codes.includes(SdkErrorCode.RequestTimeout)) {
      return fail(
        "timeout",
        `"${command}" runs but does not answer. Is it an MCP server that speaks over stdin and stdout?`,
      );
    }
    return fail("not-mcp", `"${command}" does not answer as an MCP server does: ${because}`);
  }

  const { url } = target;
  const status = statuses.find((one) => typeof one === "number") ?? probeStatus(chain);
  if (status === 401 || status === 403) return fail("unauthorized", unauthorizedMessage(failed, url, status));
  if (typeof status === "number" && status >= 500) {
    return fail(
      "failed",
      `${url} is there, but failed itself (HTTP ${status}). Look at what the server logs.`,
    );
  }
  const redirect = /Redirect to (\S+) not followed/.exec(because)?.[1];
  if (redirect !== undefined) {
    return fail(
      "not-mcp",
      `${url} sends on to ${safeLine(redirect, 500)}. If that is the server you want, give that address.`,
    );
  }
  if (/wrong version number/i.test(because)) {
    return fail("unreachable", `${url} does not speak TLS. Is its address with http://?`);
  }
  if (codes.some((code) => CERTIFICATE.test(code))) {
    return fail(
      "unreachable",
      `${url} has a certificate this computer does not trust: ${because}. For an authority of your own, set NODE_EXTRA_CA_CERTS.`,
    );
  }
  if (codes.some((code) => NETWORK.test(code)) || /fetch failed/.test(chain[0]?.message ?? "")) {
    return fail(
      "unreachable",
      `Nothing answers at ${url}: ${because}. Is the server running, and is the address right?`,
    );
  }
  if (codes.includes(SdkErrorCode.RequestTimeout)) {
    return fail("timeout", `${url} does not answer in time. Is it an MCP server's address?`);
  }
  // The rest of such a message is the body of a page.
  const said = typeof status === "number" && status >= 400 ? ` (HTTP ${status})` : `: ${because}`;
  return fail(
    "not-mcp",
    `No MCP server answers at ${url}${said.replace(/\.$/, "")}. The address often ends in /mcp.`,
  );
}

/** The SDK tells the status of an answer to its first question of 2026-07-28 in words only. */
function probeStatus(chain: readonly Error[]): number | undefined {
  const found = chain
    .map(({ message }) => /answered the probe with HTTP (\d{3})/.exec(message)?.[1])
    .find((status) => status !== undefined);
  return found === undefined ? undefined : Number(found);
}

function unauthorizedMessage({ headers }: FailedConnection, url: string, status: number): string {
  if (headers === undefined) {
    return `${url} wants to know who you are (HTTP ${status}). This command cannot sign in; use an address that needs no sign-in.`;
  }
  return Object.keys(headers).length > 0
    ? `${url} does not let you in with these headers (HTTP ${status}). Is the value right, whole, and still valid?`
    : `${url} wants to know who you are (HTTP ${status}). Give what it expects as --header @FILE, with a line such as "Authorization: Bearer …" in the file.`;
}

/** Whether the two sides do talk, and only disagree on the protocol version. */
function isVersionMismatch(
  chain: readonly (Error & Coded)[],
  { protocolVersion, hasExited, target }: FailedConnection,
): boolean {
  if (chain.some(({ code }) => code === UNSUPPORTED_PROTOCOL_VERSION)) return true;
  if (chain.some(({ message }) => /^Server's protocol version is not supported/.test(message))) {
    return true;
  }
  if ((probeStatus(chain) ?? 0) >= 500) return false;
  // Whatever ends at the first request of 2026-07-28 may be an older server.
  const failedPin = chain.some(
    (error) => error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed,
  );
  return (
    protocolVersion === "2026-07-28" &&
    failedPin &&
    !hasExited &&
    (target.kind === "command" || chain.length === 1)
  );
}

function protocolVersionMessage(
  { protocolVersion }: FailedConnection,
  chain: readonly (Error & Coded)[],
): string {
  const spoken = chain
    .map(({ message }) => /not supported: (\S{1,40})/.exec(message)?.[1])
    .find((version) => version !== undefined);
  const instead = spoken === undefined ? "" : ` It offers ${safeLine(spoken, 40)}.`;
  return protocolVersion === "auto"
    ? `The server speaks no protocol version that midcall knows.${instead}`
    : `The server does not speak ${protocolVersion}.${instead} Use --protocol-version auto, or another protocol version.`;
}
