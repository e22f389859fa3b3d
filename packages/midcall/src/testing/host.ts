import { DELIBERATE } from "../contracts/no-answer.js";
import { assertOptions } from "../internal/assert-options.js";
import { isObject } from "../internal/is-object.js";
import {
  Client,
  ProtocolError,
  type CallToolResult,
  type ClientCapabilities,
  type GetPromptResult,
  type ReadResourceResult,
  type Tool,
} from "@modelcontextprotocol/client";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import { OptionError } from "../contracts/errors.js";
import { describeValue } from "../internal/describe-value.js";
import type { Answers } from "./answers.js";
import {
  createElicitationHandler,
  NO_ANSWER,
  wait,
  type ElicitationHandler,
  type OtherRequest,
} from "./elicitation-handler.js";
import { type Calls, createCalls, type TestCallOptions } from "./calls.js";
import type { Fault } from "./faults/fault.js";
import { injectFaults } from "./faults/inject.js";
import { HostClosedError, LeftoverAnswersError } from "./errors.js";
import { type ProtocolVersion, protocolVersions } from "./protocol-versions.js";
import type { Question } from "./question.js";
import { createScript } from "./script.js";
import { serve, type ServeOptions } from "./serve.js";
import { recordTransport, type TranscriptEntry } from "./transcript.js";

/** Options of {@link createTestHost}. */
export interface TestHostOptions extends ServeOptions {
  /** The answers of the user of this host. Without them, any question fails the call. */
  readonly answers?: Answers | undefined;
  /**
   * The capabilities that the host declares. Default: every elicitation mode of the protocol version. `{}` is a host
   * that cannot ask. Unless `experimental` is given, the host also declares `midcall/deliberate`, so that servers of midcall do
   * not doubt answers that come at once.
   */
  readonly capabilities?: ClientCapabilities | undefined;
  /** The name and version of the host. Default: `midcall-test-host`, version `1.0.0`. */
  readonly clientInfo?: { readonly name: string; readonly version: string } | undefined;
  /** Returns the result of a sampling or roots request. Without it, such a request fails the call. */
  readonly onRequest?: ((request: OtherRequest) => unknown) | undefined;
  /** Time limit for connecting, and for each call as a whole, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a call may be sent again. Default 25. */
  readonly maxRounds?: number | undefined;
  /** What goes wrong between the host and the server; see {@link injectFaults}. Default: nothing. */
  readonly faults?: readonly Fault[] | undefined;
  /** Decides which messages are hit by faults with a `chance`. Default 1. */
  readonly seed?: number | undefined;
}

/** A real client with a scripted user. */
export interface TestHost extends AsyncDisposable {
  readonly protocolVersion: ProtocolVersion;
  /** The official client, for everything that the methods here do not cover. */
  readonly client: Client;
  /** Every question so far, exactly as on the wire, in order of arrival. */
  readonly questions: readonly Question[];
  /** Every JSON-RPC message so far, in both directions, including the handshake. */
  readonly transcript: readonly TranscriptEntry[];
  /** Calls a tool and answers its questions; rejects with the server's JSON-RPC error. */
  callTool(
    name: string,
    args?: Record<string, unknown>,
    options?: TestCallOptions,
  ): Promise<CallToolResult>;
  /** Gets a prompt and answers its questions; rejects with the server's JSON-RPC error. */
  getPrompt(
    name: string,
    args?: Record<string, string>,
    options?: TestCallOptions,
  ): Promise<GetPromptResult>;
  /** Reads a resource and answers its questions; rejects with the server's JSON-RPC error. */
  readResource(uri: string, options?: TestCallOptions): Promise<ReadResourceResult>;
  listTools(): Promise<Tool[]>;
  /** The `params` of every notification (or request) of that method that the server has sent. */
  received(method: string): Record<string, unknown>[];
  /**
   * Checks that the script matches the questions that were asked.
   *
   * @throws LeftoverAnswersError when an answer was never used
   * @throws UnexpectedQuestionError when a question came outside of any call
   */
  expectNoLeftovers(): void;
  /** Ends the connection and the server behind it. */
  close(): Promise<void>;
}

/**
 * Connects a real official client to a server under test, in this process and without sockets, on the
 * given protocol version, with a scripted user who answers.
 *
 * A question that the script does not expect fails the call that led to it. A call that does not end is stopped after
 * `timeoutMs`. Both errors name the question.
 *
 * @param options - the server (`build` or `handler`), the `protocolVersion`, and the `answers`.
 * @returns a connected host; close it, or declare it with `await using`.
 * @throws OptionError when the options contradict each other
 * @example
 * ```ts
 * await using host = await createTestHost({ protocolVersion, build, answers: [accept({ confirm: true })] });
 * const result = await host.callTool("clean_up", { dir: "old" });
 * expect(host.questions[0]?.message).toBe("Delete 3 files in old?");
 * host.expectNoLeftovers();
 * ```
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 */
export async function createTestHost(options: TestHostOptions): Promise<TestHost> {
  assertOptions<TestHostOptions>("createTestHost", options, {
    protocolVersion: "any",
    build: "function",
    handler: ["object", "function"] as never,
    connection: "object",
    transport: { oneOf: ["stdio", "http"] },
    authInfo: "object",
    answers: "any",
    capabilities: "object",
    clientInfo: "object",
    onRequest: "function",
    timeoutMs: "number",
    maxRounds: "number",
    faults: "list",
    seed: "number",
  });
  const { protocolVersion, timeoutMs = 10_000, maxRounds = 25 } = options;
  if (!protocolVersions.includes(protocolVersion)) {
    throw new OptionError(
      `protocolVersion must be one of ${protocolVersions.join(", ")}, not ${describeValue(protocolVersion)}.`,
    );
  }
  const script = createScript(options.answers);
  const elicitations = createElicitationHandler(script, options.onRequest);
  const client = createClient(options);
  const calls = createCalls({
    protocolVersion,
    client,
    elicitations,
    timeoutMs,
    maxRounds,
  });
  const transcript: TranscriptEntry[] = [];
  const unexpectedErrors: unknown[] = [];
  if (protocolVersion !== "2026-07-28") {
    answerServerRequests(client, elicitations, (error) => {
      if (!calls.failAll(error)) unexpectedErrors.push(error);
    });
  }

  const build = options.build && watchBuild(options.build, (error) => calls.failAll(error));
  const served = await serve({ ...options, build });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    calls.failAll(new HostClosedError("during"));
    return (closing ??= served.close().then(() => client.close()));
  };
  injectFaults(served.transport, options.faults ?? [], { seed: options.seed });
  recordTransport(served.transport, transcript);
  try {
    await client.connect(served.transport, { timeout: timeoutMs });
  } catch (error) {
    await close();
    throw build?.failure?.error ?? error;
  }

  const run: Calls["run"] = async (...call) => {
    if (closing !== undefined) throw new HostClosedError("before");
    return calls.run(...call);
  };
  return {
    protocolVersion,
    client,
    questions: elicitations.questions,
    transcript,
    callTool: async (name, args = {}, callOptions) => {
      const call = { method: "tools/call", name };
      return (await run(call, { name, arguments: args }, callOptions)) as CallToolResult;
    },
    getPrompt: async (name, args, callOptions) => {
      const params = { name, ...(args && { arguments: args }) };
      const result: unknown = await run({ method: "prompts/get", name }, params, callOptions);
      return result as GetPromptResult;
    },
    readResource: async (uri, callOptions) => {
      const call = { method: "resources/read", name: uri };
      const result: unknown = await run(call, { uri }, callOptions);
      return result as ReadResourceResult;
    },
    listTools: async () => (await client.listTools()).tools,
    received: (method) =>
      transcript
        .filter((entry) => entry.direction === "received" && entry.message["method"] === method)
        .map(({ message }) => (isObject(message["params"]) ? message["params"] : {})),
    expectNoLeftovers() {
      if (unexpectedErrors.length > 0) throw unexpectedErrors[0];
      const leftovers = script.leftovers();
      if (leftovers.length > 0) throw new LeftoverAnswersError(leftovers, elicitations.questions);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Catches errors of the author's `build`, which would reach the client as an internal error without their message. */
function watchBuild(
  build: McpServerFactory,
  onFailure: (error: unknown) => void,
): McpServerFactory & { readonly failure?: { readonly error: unknown } } {
  const watched: McpServerFactory & { failure?: { error: unknown } } = async (...given) => {
    try {
      return await build(...given);
    } catch (error) {
      watched.failure ??= { error };
      onFailure(error);
      throw error;
    }
  };
  return watched;
}

function createClient({ protocolVersion, clientInfo, capabilities }: TestHostOptions): Client {
  return new Client(clientInfo ?? { name: "midcall-test-host", version: "1.0.0" }, {
    capabilities: {
      experimental: { [DELIBERATE]: {} },
      ...(capabilities ?? {
        elicitation: protocolVersion === "2025-06-18" ? {} : { form: {}, url: {} },
      }),
    },
    supportedProtocolVersions: [protocolVersion],
    ...(protocolVersion === "2026-07-28" && {
      versionNegotiation: { mode: { pin: protocolVersion } },
    }),
  });
}

/**
 * 2025: answers requests of the server. This is the fallback handler because the client's typed one rewrites or rejects
 * some schemas that are used in practice, and a test should see exactly what was sent.
 */
function answerServerRequests(
  client: Client,
  elicitations: ElicitationHandler,
  onScriptError: (error: unknown) => void,
): void {
  client.fallbackRequestHandler = async ({ method, params }, { mcpReq: { signal } }) => {
    try {
      const result =
        method === "elicitation/create"
          ? await elicitations.ask(params, { via: "push", round: 1 }, signal)
          : await elicitations.serve({ method, params: isObject(params) ? params : {} });
      if (result === NO_ANSWER) await wait(undefined, signal);
      return result as Record<string, unknown>;
    } catch (error) {
      const isHostError = error instanceof ProtocolError;
      if (!isHostError && !signal.aborted) onScriptError(error);
      throw error;
    }
  };
}
