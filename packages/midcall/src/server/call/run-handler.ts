import { ProtocolError, ProtocolErrorCode, type ServerContext } from "@modelcontextprotocol/server";
import { type RequestContext, invalidState, Rejection } from "../attach.js";
import { endBrokenResponses } from "../strategies/broken-responses.js";
import { Call } from "./call.js";
import { isTooDeep, MAX_DEPTH } from "../state/canonical-json.js";
import type { AllCompletions } from "../url-mode/completions.js";
import { createContext, type ElicitationContext } from "../context.js";
import { LimitError, StateError } from "../errors.js";
import { createFlowStore } from "../state/flow-store.js";
import { describeCause } from "../state/wrap-store-errors.js";
import { readHostCapabilities } from "../host/capabilities.js";
import { validateQuestion } from "../elicitation/validate-question.js";
import { createJournal } from "./journal.js";
import { createKeepAlive } from "./keep-alive.js";
import { createCredentials } from "../credentials/credentials.js";
import type { Settings } from "../options.js";
import { ServerRequest } from "../strategies/server-request.js";
import type { OpenQuestions } from "../strategies/open-questions.js";
import { urlQuestion } from "../elicitation/url.js";
import type { RateLimit } from "../strategies/rate-limit.js";
import { MultiRoundTrip } from "../strategies/multi-round-trip.js";
import { type Entry, type FlowState, firstState } from "../state/records.js";
import { createStepRunner } from "./steps.js";
import { DEFAULT_TIMEOUT_MS } from "../strategies/limits.js";
import { withUrlRequired } from "../url-mode/url-required.js";
import type { UrlEnds } from "../url-mode/url-ends.js";

/** What the handlers of one `createElicitation` share. */
export interface Shared {
  readonly settings: Settings;
  readonly completions: AllCompletions;
  readonly rate: RateLimit;
  readonly openQuestions: OpenQuestions;
}

/** What the SDK is given when the real answer is an error that only the wrapper can send. */
const PLACEHOLDER = { resultType: "input_required" } as const;

/** Runs an author's handler for one request: resumes what earlier rounds recorded, and ends with a result or with questions. */
export async function runHandler(
  shared: Shared,
  arrival: RequestContext,
  sdk: ServerContext,
  fn: (ctx: ElicitationContext) => unknown,
): Promise<unknown> {
  try {
    return await run(shared, arrival, sdk, fn);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    arrival.rejection = error.error;
    return PLACEHOLDER;
  }
}

async function run(
  { settings, completions: allCompletions, rate, openQuestions }: Shared,
  arrival: RequestContext,
  sdk: ServerContext,
  fn: (ctx: ElicitationContext) => unknown,
): Promise<unknown> {
  if (arrival.isForeign) throw refuse(new StateError("foreign"), arrival, settings);
  const { server, binding, connectionSignal } = arrival;
  const { principal, method, params } = binding;
  const completions = allCompletions.of(binding);
  const {
    name,
    uri,
    arguments: args,
  } = (params ?? {}) as { name?: string; uri?: string; arguments?: unknown };
  const subject = `"${name ?? uri ?? method}"`;
  const host = readHostCapabilities(server, sdk);
  if (host.strategy === "serverRequest") endBrokenResponses(server.server.transport);
  const state: FlowState = arrival.state ?? firstState();
  // Responses that come along are part of the protocol on 2026-07-28 only.
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

  // A first round has nothing to resume and is bound to nothing yet, so the store has no part in it.
  const store =
    settings.store !== undefined && arrival.state !== undefined
      ? createFlowStore(settings.store, state, responses, binding, settings)
      : undefined;
  const before = await store?.consume().catch((error: unknown) => {
    if (error instanceof StateError) throw refuse(error, arrival, settings);
    if (!(error instanceof LimitError)) {
      settings.logger.error(`midcall: ${subject}: the store failed: ${describeCause(error)}`);
    }
    throw error;
  });
  if (before !== undefined) return before.result;

  const journal = createJournal(state, settings.limits.entries);
  const keepAlive = createKeepAlive(sdk, settings.keepAliveMs);
  const allowQuestion = (): boolean => principal === undefined || rate.take(principal);
  const asking = {
    settings,
    host,
    journal,
    completions,
    allowQuestion,
    keepAlive: () => keepAlive.start(),
  };
  const call: Call = new Call(
    {
      settings,
      host,
      sdk,
      journal,
      principal,
      known: askedBefore(state),
      createSteps: (run) =>
        createStepRunner({ ...run, settings, journal, store, flow: state.flow }),
      state,
      subject,
    },
    (control, replay, activity) =>
      host.strategy === "multiRoundTrip"
        ? new MultiRoundTrip(
            { ...asking, binding, state, responses, replay, activity, signal: sdk.mcpReq.signal },
            control,
          )
        : new ServerRequest(
            {
              ...asking,
              sdk,
              connectionSignal,
              holdQuestion: () => openQuestions.take(binding, server),
              notifyComplete: noticeOfCompletion(arrival, sdk, () => call.ended),
            },
            control,
          ),
  );
  const urls: UrlEnds = {
    check: ({ message, url, elicitationId }) =>
      validateQuestion(urlQuestion(message, url, { elicitationId }), {
        settings,
        principal,
        subject,
      }),
    notify: async (ids, forMs) => {
      const notify = noticeOfCompletion(arrival, sdk, () => true);
      const reach = { connectionSignal, ...(forMs !== undefined && { forMs }) };
      for (const id of ids) {
        await completions.claim(id, forMs ?? settings.stateTtlMs);
        await completions.notify(id, () => notify(id), reach);
      }
    },
    recorded: (key) => journal.entries.some((entry) => entry.kind === "step" && entry.key === key),
    now: settings.now,
    timeoutMs: settings.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  };
  const kept = createCredentials({
    call,
    host,
    settings,
    completions,
    ends: urls,
    connectionSignal,
    allowQuestion,
    principal,
    server,
  });
  const ctx = createContext(sdk, call, keepAlive.notify, kept);
  return call.run(
    () => withUrlRequired(fn, ctx, call, host, urls),
    async (value) => {
      await store?.finish(value, stepKeys(journal.entries)).catch((error: unknown) => {
        // The work is done and nothing can be answered differently; losing its result would help nobody.
        settings.logger.error(
          `midcall: the end of ${subject} could not be noted in the store: ${describeCause(error)}`,
        );
      });
      return value;
    },
  );
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

/** Sends the completion notice with the call while it runs, and on the session's own stream later. */
function noticeOfCompletion(
  { server }: RequestContext,
  sdk: ServerContext,
  ended: () => boolean,
): (id: string) => Promise<void> {
  return async (elicitationId) => {
    if (server.server.getNegotiatedProtocolVersion() !== "2025-11-25") return;
    const notice = {
      method: "notifications/elicitation/complete",
      params: { elicitationId },
    } as const;
    await (ended() ? server.server.notification(notice) : sdk.mcpReq.notify(notice));
  };
}
