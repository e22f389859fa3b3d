import { CANNOT_ASK } from "../../contracts/no-answer.js";
import {
  AttachError,
  CannotElicitError,
  isMistake,
  StateError,
  StoreFailedError,
} from "../errors.js";
import { offeredBy, defaultWays } from "../fallback/offered.js";
import { isShownByHost, placementsOf } from "../fallback/placements.js";
import { ownerOf, placeOf } from "../fallback/saved/saved-calls.js";
import { withAnswersOf } from "../fallback/saved/delivered-answers.js";
import { SavedRounds } from "../fallback/saved/saved-rounds.js";
import { sessionOf } from "../fallback/saved/sessions.js";
import type { HostedCall } from "../fallback/saved/sound-hosts.js";
import { invalidState, Rejection } from "../framework/rejection.js";
import type { RequestContext } from "../framework/request-context.js";
import { OwnEnd } from "../framework/request-reply.js";
import type { Settings } from "../options.js";
import { createFlowStore, type FlowStore } from "../state/flow-store.js";
import { describeCause } from "../state/wrap-store-errors.js";
import { inputRequired, RoundEnd } from "../strategies/round-result.js";
import { never, SUSPENDED } from "../strategies/strategy.js";
import { type CallRequest, readRequest, subjectOf } from "./call-request.js";
import { createKeepAlive } from "./keep-alive.js";
import { observeCall } from "./observe.js";
import { OpenCall } from "./open-call.js";
import { runOnce, type RunHandler, type RunParts, type Shared } from "./run-once.js";

export type { RunHandler, RunningCall, Shared } from "./run-once.js";

/**
 * Runs the author's handler for one request: replays what earlier rounds recorded, and ends with a result or with questions.
 * Resolves with nothing but the author's result. Everything else is the reply to the request, past the code that has called
 * the handler: to that code, a round with open questions never ends.
 *
 * @throws AttachError when a handler has already run for the request
 */
export function runHandler(
  shared: Shared,
  context: RequestContext,
  fn: RunHandler,
): Promise<unknown> {
  const { telemetry } = shared.settings;
  const { reply } = context;
  if (reply.hasRun) return Promise.reject(alreadyRuns());
  reply.hasRun = true;
  const running =
    telemetry === undefined
      ? runUnobserved(shared, context, fn)
      : observeCall(telemetry, context, () => runUnobserved(shared, context, fn));
  return running.then(
    (end) => {
      if (!(end instanceof OwnEnd)) return end;
      if (end.error instanceof Rejection) reply.refuse(end.error);
      else reply.give(end.result);
      if (end.error !== undefined) throw end.error;
      return never();
    },
    (error: Error) => {
      // A task is left as it was, and goes on later.
      const canGoOn = error instanceof StoreFailedError || context.channel.signal.aborted;
      if (reply.isOfTask && canGoOn) reply.refuse(error);
      throw error;
    },
  );
}

function alreadyRuns(): AttachError {
  return new AttachError(
    "A handler was called in a request that another handler runs in already, so that an answer could reach the wrong one. " +
      "Make one handler of the whole callback, and pass its ctx on to the functions that ask.",
  );
}

function runUnobserved(shared: Shared, context: RequestContext, fn: RunHandler): Promise<unknown> {
  const ending = run(shared, context, fn);
  return ending.then(unlessSuspended, (error: unknown) => {
    const { logger } = shared.settings;
    const subject = subjectOf(context.binding);
    if (isMistake(error)) logger.error(`midcall: ${subject}: ${error.message}`);
    if (error instanceof StoreFailedError)
      logger.error(`midcall: ${subject}: the store failed: ${describeCause(error)}`);
    if (error instanceof CannotElicitError && context.binding.method === "tools/call") {
      // What the SDK makes of an error, with the mark that a program can tell it by.
      const content = [{ type: "text", text: error.message }];
      const result = { isError: true, content, _meta: { [CANNOT_ASK]: "unsupported" } };
      return new OwnEnd(result, error);
    }
    if (error instanceof StateError)
      return new OwnEnd(undefined, refuse(error, context, shared.settings));
    if (!(error instanceof Rejection)) throw error;
    return new OwnEnd(undefined, error);
  });
}

const unlessSuspended = (end: unknown): unknown => (end === SUSPENDED ? never() : end);

async function run(shared: Shared, context: RequestContext, fn: RunHandler): Promise<unknown> {
  const { settings } = shared;
  const { channel } = context;
  if (context.isForeign) throw new StateError("foreign");
  const request = readRequest(context);
  const { host, binding } = request;
  if (host.strategy === "serverRequest") channel.endBrokenResponses();
  const owner = ownerOf(binding, sessionOf(channel));
  const all = settings.fallback ?? defaultWays(settings, context.isLocal);
  const offered = offeredBy({
    settings,
    channel,
    binding,
    isLocal: context.isLocal,
    canResume: owner !== undefined,
    companions: context.companions,
  });
  let isDropping = false;
  const placements: RunParts["placements"] = (kind, failedNatively = false, ways = all) => {
    const elsewhere = isDropping ? placementsOf(kind, ways, offered, true) : [];
    return elsewhere.length > 0 ? elsewhere : placementsOf(kind, ways, offered, failedNatively);
  };
  const { silentHosts } = shared;
  let known: HostedCall | undefined;
  // A place is named with a keyed digest, which most calls do without.
  const callOf = (owner: string): HostedCall =>
    (known ??= {
      ...{ owner, user: binding.principal ?? "" },
      place: placeOf(binding, owner, settings.sealer),
    });
  const run: Omit<RunParts, "request" | "store" | "isSaved" | "isCopy"> = {
    keepAlive: createKeepAlive(channel, settings.keepAliveMs),
    placements,
    ways: all,
    async onHostEnded(outcome, openMs) {
      // A lost connection says nothing about its host.
      if (owner === undefined || !canLeave || context.connectionSignal.aborted) return;
      await silentHosts.ended(host, callOf(owner), outcome, openMs).catch((error: unknown) => {
        settings.logger.warn(
          `midcall: ${request.subject}: how the host has answered was not remembered: ${describeCause(error)}`,
        );
      });
    },
    isRerun: host.strategy === "multiRoundTrip" || channel.durable !== undefined,
  };
  const openCall = new OpenCall(request, settings, owner);
  const runRound = (of: CallRequest, isSaved = false): Promise<unknown> => {
    const store = flowStoreOf(of, settings);
    const runNow = (request: CallRequest, isCopy: boolean): Promise<unknown> => {
      const isRerun = run.isRerun || canLeave;
      const parts: RunParts = { ...run, isSaved, isCopy, request, store, isRerun };
      const running = runOnce(shared, parts, fn);
      return request.state.places === undefined ? running : openCall.round(running, parts);
    };
    if (store === undefined) return runNow(of, false);
    return store.consume().then((use) => {
      if (!("answers" in use)) return use.result;
      // The replica that has used it before is gone.
      const isResumed = channel.durable?.resumed?.savedAs === of.state.savedAs;
      const isCopy = !use.isFirst && !(isResumed && of.state.savedAs !== undefined);
      const { countsFrom: _, ...state } = withAnswersOf(of.state, use.answers);
      const { usedAt } = use;
      const counted =
        usedAt === undefined ? state : { ...state, countsFrom: usedAt + settings.stateTtlMs };
      return runNow({ ...of, state: counted }, isCopy);
    });
  };
  const askHost = async ({ open, state }: RoundEnd): Promise<unknown> => {
    const counted = await openCall.countInHost(state);
    try {
      return new OwnEnd(inputRequired({ open, state: counted }, host, binding, settings));
    } catch (error) {
      await openCall.end(counted);
      throw error;
    }
  };
  // Whether a question may be put elsewhere than in the host.
  const canLeave =
    owner !== undefined &&
    all.some((way) => way !== "native") &&
    KINDS.some((kind) =>
      [...placements(kind), ...placements(kind, true)].some((place) => !isShownByHost(place)),
    );
  if (canLeave && owner !== undefined) {
    const { droppedRounds } = shared;
    const call = callOf(owner);
    let hasComeBack = false;
    if (host.strategy === "multiRoundTrip") {
      if (context.state !== undefined) hasComeBack = await droppedRounds.returned(host, call);
      else isDropping = await droppedRounds.isDropped(host, call);
    } else isDropping = await silentHosts.isSilent(host, call);
    const { keepAlive } = run;
    return new SavedRounds({
      ...{ settings, request, owner, runRound, keepAlive, openCall, hasComeBack },
      async askHost(end) {
        const asked = await askHost(end);
        await droppedRounds.asked(call);
        return asked;
      },
    }).run();
  }
  // Not awaited: while a question is open, this function would be kept.
  return runRound(request).then((end) => (end instanceof RoundEnd ? askHost(end) : end));
}

const KINDS = ["form", "human", "url", "credential"] as const;

/**
 * The flow store; `undefined` in a first round, which has nothing to resume and is not bound to anything yet. A round that is sent again
 * for a host with other capabilities is another one: it may ask for longer than what the store has of the call is kept.
 */
function flowStoreOf(
  { binding, channel, state, responses, host }: CallRequest,
  settings: Settings,
): FlowStore | undefined {
  const { durable } = channel;
  // The rounds of a call that waited elsewhere have records of their own.
  if (
    durable !== undefined &&
    state.savedAs === undefined &&
    (state.round === 0 || durable.resumed?.flow === state.flow)
  )
    return durable.steps(state, binding);
  return settings.store !== undefined && state.round > 0
    ? createFlowStore(settings.store, state, [responses, JSON.stringify(host)], binding, settings)
    : undefined;
}

function refuse(
  error: StateError,
  { binding }: RequestContext,
  { logger, telemetry }: Settings,
): Rejection {
  logger.warn(`midcall: ${binding.method}: ${error.message}`);
  telemetry?.stateRejected(error.reason);
  return invalidState();
}
