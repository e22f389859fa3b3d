import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { CANNOT_ASK } from "../../contracts/no-answer.js";
import { invalidState, Rejection, type RequestContext } from "../attach.js";
import { createContext, type ElicitationContext } from "../context.js";
import { createCredentials } from "../credentials/credentials.js";
import { CannotElicitError, LimitError, StateError } from "../errors.js";
import { type HostCapabilities, readHostCapabilities } from "../host/capabilities.js";
import type { Settings } from "../options.js";
import { isTooDeep, MAX_DEPTH } from "../state/canonical-json.js";
import { createFlowStore, type FlowStore } from "../state/flow-store.js";
import { type Entry, firstState, type FlowState } from "../state/records.js";
import type { Binding } from "../state/request-state.js";
import { describeCause } from "../state/wrap-store-errors.js";
import { endBrokenResponses } from "../strategies/broken-responses.js";
import { MultiRoundTrip } from "../strategies/multi-round-trip.js";
import type { OpenQuestions } from "../strategies/open-questions.js";
import type { RateLimit } from "../strategies/rate-limit.js";
import { ServerRequest } from "../strategies/server-request.js";
import { completionNotice } from "../url-mode/completion-notice.js";
import type { AllCompletions, Completions } from "../url-mode/completions.js";
import { createUrlEnds, type UrlEnds } from "../url-mode/url-ends.js";
import { withUrlRequired } from "../url-mode/url-required.js";
import { Call } from "./call.js";
import { createJournal, type Journal } from "./journal.js";
import { createKeepAlive } from "./keep-alive.js";
import { createStepRunner } from "./steps.js";

/** The parts that the handlers of one `createElicitation` share. */
export interface Shared {
  readonly settings: Settings;
  readonly completions: AllCompletions;
  readonly rate: RateLimit;
  readonly openQuestions: OpenQuestions;
}

/** The result for the SDK if the actual answer is an error, which only the wrapper can send. */
const PLACEHOLDER = { resultType: "input_required" } as const;

/** Runs the author's handler for one request: replays what earlier rounds recorded, and ends with a result or with questions. */
export async function runHandler(
  shared: Shared,
  context: RequestContext,
  sdk: ServerContext,
  fn: (ctx: ElicitationContext) => unknown,
): Promise<unknown> {
  try {
    return await run(shared, context, sdk, fn);
  } catch (error) {
    if (error instanceof CannotElicitError && context.binding.method === "tools/call") {
      // What the SDK makes of an error, with the mark that a program can tell it by.
      const content = [{ type: "text", text: error.message }];
      return { isError: true, content, _meta: { [CANNOT_ASK]: "unsupported" } };
    }
    if (!(error instanceof Rejection)) throw error;
    context.rejection = error.error;
    return PLACEHOLDER;
  }
}

async function run(
  shared: Shared,
  context: RequestContext,
  sdk: ServerContext,
  fn: (ctx: ElicitationContext) => unknown,
): Promise<unknown> {
  const { settings } = shared;
  if (context.isForeign) throw refuse(new StateError("foreign"), context, settings);
  const request = readRequest(context, sdk);
  const { host, state, subject } = request;
  if (host.strategy === "serverRequest") endBrokenResponses(context.server.server.transport);
  const store = flowStoreOf(request, settings);
  const before = await store?.consume().catch((error: unknown) => {
    if (error instanceof StateError) throw refuse(error, context, settings);
    if (!(error instanceof LimitError)) {
      settings.logger.error(`midcall: ${subject}: the store failed: ${describeCause(error)}`);
    }
    throw error;
  });
  if (before !== undefined) return before.result;

  const journal = createJournal(state, settings.limits.entries);
  const keepAlive = createKeepAlive(sdk, settings.keepAliveMs);
  const parts = callServices(shared, request, journal);
  const call: Call = new Call(
    {
      ...request,
      settings,
      journal,
      principal: parts.principal,
      known: askedBefore(state),
      createSteps: (run) => createStepRunner({ ...run, settings, journal, store, state }),
    },
    (control, replay, activity) => {
      const asking = { ...parts, ...request, journal, keepAlive: () => keepAlive.start() };
      if (host.strategy === "multiRoundTrip")
        return new MultiRoundTrip(
          { ...asking, replay, activity, signal: sdk.mcpReq.signal },
          control,
        );
      const notifyComplete = completionNotice(context.server, sdk, () => call.ended);
      return new ServerRequest({ ...asking, notifyComplete }, control);
    },
  );
  const credentials = createCredentials({ ...parts, call, host });
  const ctx = createContext(sdk, call, keepAlive.notify, credentials);
  return call.run(
    () => withUrlRequired(fn, ctx, call, host, parts.ends),
    async (value) => {
      await store?.finish(value, stepKeys(journal.entries)).catch((error: unknown) => {
        // The work is done and no answer can change it, so losing its result as well would have no benefit.
        settings.logger.error(
          `midcall: the end of ${subject} could not be recorded in the store: ${describeCause(error)}`,
        );
      });
      return value;
    },
  );
}

/** One request, with what is known of its host and its call. */
interface CallRequest {
  readonly context: RequestContext;
  readonly sdk: ServerContext;
  readonly binding: Binding;
  readonly host: HostCapabilities;
  readonly state: FlowState;
  readonly responses: Readonly<Record<string, unknown>>;
  /** The tool, prompt or resource, for messages. */
  readonly subject: string;
}

/** @throws Rejection when the arguments or responses are nested too deep */
function readRequest(context: RequestContext, sdk: ServerContext): CallRequest {
  const { server, binding, state = firstState() } = context;
  const {
    name,
    uri,
    arguments: args,
  } = (binding.params ?? {}) as { name?: string; uri?: string; arguments?: unknown };
  const host = readHostCapabilities(server, sdk);
  // Responses come with a request on 2026-07-28 only.
  const responses =
    (host.strategy === "multiRoundTrip" ? sdk.mcpReq.inputResponses : undefined) ?? {};
  if (isTooDeep(args) || isTooDeep(responses)) {
    throw new Rejection(
      new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `The ${isTooDeep(args) ? "arguments" : "answers"} are nested more than ${MAX_DEPTH} levels deep.`,
      ),
    );
  }
  const subject = `"${name ?? uri ?? binding.method}"`;
  return { context, sdk, binding, host, state, responses, subject };
}

/** The flow store; `undefined` in a first round, which has nothing to resume and is not bound to anything yet. */
function flowStoreOf(
  { context, binding, state, responses }: CallRequest,
  settings: Settings,
): FlowStore | undefined {
  return settings.store !== undefined && context.state !== undefined
    ? createFlowStore(settings.store, state, responses, binding, settings)
    : undefined;
}

/** The services that the strategies and the credentials of one call use. */
interface CallServices {
  readonly settings: Settings;
  readonly completions: Completions;
  readonly ends: UrlEnds;
  readonly principal: string | undefined;
  readonly server: McpServer;
  readonly connectionSignal: AbortSignal;
  readonly allowQuestion: () => boolean;
  readonly holdQuestion: () => () => void;
}

function callServices(
  { settings, completions: allCompletions, rate, openQuestions }: Shared,
  { context, sdk, binding, subject }: CallRequest,
  journal: Journal,
): CallServices {
  const { server, connectionSignal } = context;
  const { principal } = binding;
  const completions = allCompletions.of(binding);
  const notifyComplete = completionNotice(server, sdk, () => true);
  return {
    settings,
    completions,
    ends: createUrlEnds({
      settings,
      principal,
      subject,
      completions,
      journal,
      connectionSignal,
      notifyComplete,
    }),
    principal,
    server,
    connectionSignal,
    allowQuestion: () => principal === undefined || rate.take(principal),
    holdQuestion: () => openQuestions.take(binding, server),
  };
}

function refuse(error: StateError, { binding }: RequestContext, { logger }: Settings): Rejection {
  logger.warn(`midcall: ${binding.method}: ${error.message}`);
  return new Rejection(invalidState());
}

function askedBefore({ entries, pending }: FlowState): ReadonlySet<string> {
  const asked = new Set<string>();
  for (const entry of entries) if (entry.kind === "question") asked.add(entry.digest);
  for (const { digest } of pending) asked.add(digest);
  return asked;
}

function stepKeys(entries: readonly Entry[]): string[] {
  return entries.filter(({ kind }) => kind === "step").map(({ key }) => key);
}
