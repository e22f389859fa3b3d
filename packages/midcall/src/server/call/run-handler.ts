import { CANNOT_ASK } from "../../contracts/no-answer.js";
import { CannotElicitError, LimitError, StateError } from "../errors.js";
import { offeredBy, defaultWays } from "../fallback/offered.js";
import { isShownByHost, placementsOf } from "../fallback/placements.js";
import { ownerOf, placeOf } from "../fallback/saved/saved-calls.js";
import { SavedRounds } from "../fallback/saved/saved-rounds.js";
import { sessionOf } from "../fallback/saved/sessions.js";
import { invalidState, Rejection } from "../framework/rejection.js";
import type { RequestContext } from "../framework/request-context.js";
import type { Settings } from "../options.js";
import { createFlowStore, type FlowStore } from "../state/flow-store.js";
import { describeCause } from "../state/wrap-store-errors.js";
import { inputRequired, RoundEnd } from "../strategies/round-result.js";
import { type CallRequest, readRequest } from "./call-request.js";
import { createKeepAlive } from "./keep-alive.js";
import { observeCall } from "./observe.js";
import { runOnce, type RunHandler, type RunParts, type Shared } from "./run-once.js";

export type { RunHandler, RunningCall, Shared } from "./run-once.js";

/** The result for the framework if the actual answer is an error, which only the wrapper can send. */
const PLACEHOLDER = { resultType: "input_required" } as const;

/** Runs the author's handler for one request: replays what earlier rounds recorded, and ends with a result or with questions. */
export function runHandler(
  shared: Shared,
  context: RequestContext,
  fn: RunHandler,
): Promise<unknown> {
  const { telemetry } = shared.settings;
  return telemetry === undefined
    ? runUnobserved(shared, context, fn)
    : observeCall(telemetry, context, () => runUnobserved(shared, context, fn));
}

function runUnobserved(shared: Shared, context: RequestContext, fn: RunHandler): Promise<unknown> {
  return run(shared, context, fn).catch((error: unknown) => {
    if (error instanceof CannotElicitError && context.binding.method === "tools/call") {
      // What the SDK makes of an error, with the mark that a program can tell it by.
      const content = [{ type: "text", text: error.message }];
      return { isError: true, content, _meta: { [CANNOT_ASK]: "unsupported" } };
    }
    if (!(error instanceof Rejection)) throw error;
    context.rejection = error;
    return PLACEHOLDER;
  });
}

async function run(shared: Shared, context: RequestContext, fn: RunHandler): Promise<unknown> {
  const { settings } = shared;
  const { channel } = context;
  if (context.isForeign) throw refuse(new StateError("foreign"), context, settings);
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
  let known: { readonly owner: string; readonly place: string } | undefined;
  // A place is named with a keyed digest, which most calls do without.
  const callOf = (owner: string): NonNullable<typeof known> =>
    (known ??= { owner, place: placeOf(binding, owner, settings.sealer) });
  const run: Omit<RunParts, "request" | "store" | "isSaved"> = {
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
  const runRound = (of: CallRequest, isSaved = false): Promise<unknown> => {
    const store = flowStoreOf(of, settings);
    const runNow = (): Promise<unknown> =>
      runOnce(
        shared,
        { isSaved, request: of, store, ...run, isRerun: run.isRerun || canLeave },
        fn,
      );
    if (store === undefined) return runNow();
    return store.consume().then(
      (before) => (before === undefined ? runNow() : before.result),
      (error: unknown) => {
        if (error instanceof StateError) throw refuse(error, context, settings);
        if (!(error instanceof LimitError)) {
          settings.logger.error(
            `midcall: ${of.subject}: the store failed: ${describeCause(error)}`,
          );
        }
        throw error;
      },
    );
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
    const { place } = call;
    let hasComeBack = false;
    if (host.strategy === "multiRoundTrip") {
      if (context.state !== undefined)
        hasComeBack = await droppedRounds.returned(owner, host, place);
      else isDropping = await droppedRounds.isDropped(owner, host, place);
    } else isDropping = await silentHosts.isSilent(host, call);
    const onAskedByHost = (): Promise<void> => droppedRounds.asked(place);
    const { keepAlive } = run;
    return new SavedRounds({
      ...{ settings, request, owner, runRound, keepAlive, onAskedByHost, hasComeBack },
    }).run();
  }
  // Not awaited: while a question is open, this function would be kept.
  return runRound(request).then((end) =>
    end instanceof RoundEnd ? inputRequired(end, host, binding, settings) : end,
  );
}

const KINDS = ["form", "human", "url", "credential"] as const;

/** The flow store; `undefined` in a first round, which has nothing to resume and is not bound to anything yet. */
function flowStoreOf(
  { binding, channel, state, responses }: CallRequest,
  settings: Settings,
): FlowStore | undefined {
  const { durable } = channel;
  // The rounds of a call that waited elsewhere have records of their own.
  if (durable !== undefined && (state.round === 0 || durable.resumed?.flow === state.flow))
    return durable.steps(state, binding);
  return settings.store !== undefined && state.round > 0
    ? createFlowStore(settings.store, state, responses, binding, settings)
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
