import { SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { ConnectError, type ConnectProblem } from "../errors.js";
import { safeLine } from "../safe-text.js";
import { readableMessage } from "./error-message.js";
import type { HeaderMap } from "./headers.js";
import { SESSION_CAUSES } from "./messages/lost-session.js";
import type { ServerProcess } from "./process/server-process.js";
import type { ProtocolVersionChoice } from "./protocol-version.js";
import type { Target } from "./target.js";

/** The data about a failed attempt to connect. */
export interface FailedConnection {
  readonly target: Target;
  readonly protocolVersion: ProtocolVersionChoice;
  readonly error: unknown;
  readonly program: ServerProcess | undefined;
  /** Whether the program exited before it was told to. */
  readonly hasExited: boolean;
  /** Whether the server had started an HTTP session before it failed. */
  readonly hadSession?: boolean;
  /** The headers that were sent; absent where the caller has no way to send any. */
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

/** The error with all its causes. Errors of the SDK have a cause in `data`, too. */
function causes(error: unknown): (Error & Coded)[] {
  const found: (Error & Coded)[] = [];
  const visit = (one: unknown): void => {
    if (!(one instanceof Error) || found.includes(one) || found.length > 10) return;
    found.push(one);
    const { cause, data } = one as Coded;
    visit(cause);
    if (data instanceof Object) {
      visit((data as Coded).cause);
      visit((data as { error?: unknown }).error);
    }
    if (one instanceof AggregateError) one.errors.forEach(visit);
  };
  visit(error);
  return found;
}

/** Turns the error of a failed attempt into one that says what happened and what to do. */
export function explainFailure(failed: FailedConnection): ConnectError {
  const { target, error, program } = failed;
  if (error instanceof ConnectError) return error;
  const chain = causes(error);
  const [problem, message] = isVersionMismatch(chain, failed)
    ? (["protocol-version", protocolVersionMessage(failed, chain)] as const)
    : target.kind === "command"
      ? explainCommand(target.command, failed, chain)
      : explainUrl(target.url, failed, chain);
  return new ConnectError(problem, message, { cause: error, stderr: program?.lastLines ?? [] });
}

type Explanation = readonly [problem: ConnectProblem, message: string];
type Chain = readonly (Error & Coded)[];

const reasonOf = (chain: Chain, error: unknown): string =>
  safeLine(readableMessage(chain.at(-1) ?? error));

function explainCommand(
  line: string,
  { error, program, hasExited }: FailedConnection,
  chain: Chain,
): Explanation {
  const command = safeLine(line, 100);
  const codes = chain.map(({ code }) => String(code));
  if (codes.includes("ENOENT")) {
    const advice = /\s/.test(line)
      ? "Pass the command and its arguments as separate words, without quotes around the whole line."
      : "Check the spelling, or use the full path.";
    return ["not-found", `Command not found: "${command}". ${advice}`];
  }
  if (codes.includes("EACCES")) {
    return ["not-executable", `"${command}" is not executable. Check its permissions.`];
  }
  if (hasExited) {
    const stderr = (program?.lastLines ?? []).length > 0 ? " stderr:" : " stderr is empty.";
    const how =
      program?.exit === undefined
        ? ""
        : typeof program.exit === "number"
          ? ` with code ${program.exit}`
          : ` on ${program.exit}`;
    return [
      "exited",
      `The server "${command}" exited${how} before the connection was established.${stderr}`,
    ];
  }
  if (codes.includes(SdkErrorCode.RequestTimeout)) {
    const why = program?.strayOutput ?? "Is it an MCP server that uses stdin and stdout?";
    return ["timeout", `"${command}" is running but does not respond. ${why}`];
  }
  return ["not-mcp", `"${command}" does not respond like an MCP server: ${reasonOf(chain, error)}`];
}

function explainUrl(url: string, failed: FailedConnection, chain: Chain): Explanation {
  const codes = chain.map(({ code }) => String(code));
  const because = reasonOf(chain, failed.error);
  const status = statusIn(chain);
  if (status === 401 || status === 403) {
    return ["unauthorized", unauthorizedMessage(failed, url, status)];
  }
  if (failed.hadSession === true && (status === 404 || status === 400)) {
    return [
      "failed",
      `${url} started a session and does not know it any more (HTTP ${status}). ${SESSION_CAUSES}`,
    ];
  }
  if (typeof status === "number" && status >= 500) {
    return ["failed", `${url} responded with an error (HTTP ${status}). Check the server's log.`];
  }
  const redirect = /Redirect to (\S+) not followed/.exec(because)?.[1];
  if (redirect !== undefined) {
    return [
      "not-mcp",
      `${url} redirects to ${safeLine(redirect, 500)}, and redirects are not followed. If that is the right server, use that address.`,
    ];
  }
  if (/wrong version number/i.test(because)) {
    return ["unreachable", `${url} does not use TLS. Should the address begin with http://?`];
  }
  if (codes.some((code) => CERTIFICATE.test(code))) {
    return [
      "unreachable",
      `The certificate of ${url} is not trusted: ${because}. For your own certificate authority, set NODE_EXTRA_CA_CERTS.`,
    ];
  }
  if (codes.some((code) => NETWORK.test(code)) || /fetch failed/.test(chain[0]?.message ?? "")) {
    return [
      "unreachable",
      `Cannot reach ${url}: ${because}. Is the server running, and is the address right?`,
    ];
  }
  if (codes.includes(SdkErrorCode.RequestTimeout)) {
    return ["timeout", `${url} did not respond in time. Is it the address of an MCP server?`];
  }
  // The rest of such a message is the body of a page.
  const said = typeof status === "number" && status >= 400 ? ` (HTTP ${status})` : `: ${because}`;
  return [
    "not-mcp",
    `There is no MCP server at ${url}${said.replace(/\.$/, "")}. The address often ends in /mcp.`,
  ];
}

/** The HTTP status that an attempt to connect ended with, if it is known. */
export const httpStatusOf = (error: unknown): number | undefined => statusIn(causes(error));

const statusIn = (chain: Chain): number | undefined =>
  chain.map((one) => one.status).find((one) => typeof one === "number") ?? probeStatus(chain);

/** The HTTP status of the SDK's first request of 2026-07-28, which the SDK reports only in its message. */
function probeStatus(chain: readonly Error[]): number | undefined {
  const found = chain
    .map(({ message }) => /answered the probe with HTTP (\d{3})/.exec(message)?.[1])
    .find((status) => status !== undefined);
  return found === undefined ? undefined : Number(found);
}

function unauthorizedMessage({ headers }: FailedConnection, url: string, status: number): string {
  if (headers === undefined) {
    return `${url} requires authentication (HTTP ${status}). This command cannot sign in; use an address that needs no authentication.`;
  }
  return Object.keys(headers).length > 0
    ? `${url} rejected these headers (HTTP ${status}). Is the value correct, complete and still valid?`
    : `${url} requires authentication (HTTP ${status}). Pass --header @FILE, with a line such as "Authorization: Bearer …" in the file.`;
}

/** Whether the two sides reached each other but have no protocol version in common. */
function isVersionMismatch(
  chain: Chain,
  { protocolVersion, hasExited, target }: FailedConnection,
): boolean {
  if (chain.some(({ code }) => code === UNSUPPORTED_PROTOCOL_VERSION)) return true;
  if (chain.some(({ message }) => /^Server's protocol version is not supported/.test(message))) {
    return true;
  }
  if ((probeStatus(chain) ?? 0) >= 500) return false;
  // A server that fails at the first request of 2026-07-28 may be an older one.
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

function protocolVersionMessage({ protocolVersion }: FailedConnection, chain: Chain): string {
  const offered = chain
    .map(({ message }) => /not supported: (\S{1,40})/.exec(message)?.[1])
    .find((version) => version !== undefined);
  const instead = offered === undefined ? "" : ` It offers ${safeLine(offered, 40)}.`;
  return protocolVersion === "auto"
    ? `The server supports no protocol version that midcall supports.${instead}`
    : `The server does not support protocol version ${protocolVersion}.${instead} Use --protocol-version auto, or another version.`;
}
