import type { RequestedSchema } from "../../schema/index.js";
import type { AllCompletions, Completions } from "../url-mode/completions.js";
import { createElicitationMethods, type ElicitationMethods } from "../context.js";
import { createCredentials } from "../credentials/credentials.js";
import type { ResponseOutcome } from "../elicitation/decode.js";
import { encodeQuestion } from "../elicitation/encode.js";
import type { Draft } from "../elicitation/question.js";
import { askByUrl } from "../fallback/places/page-by-url.js";
import type { DroppedRounds } from "../fallback/saved/dropped-rounds.js";
import type { SilentHosts } from "../fallback/saved/silent-hosts.js";
import { kindOf, type Placement, type QuestionKind } from "../fallback/placements.js";
import type { FallbackWay } from "../fallback/ways.js";
import type { ConnectionEnd, RequestContext } from "../framework/request-context.js";
import type { HostNotification } from "../framework/request-channel.js";
import type { HostCapabilities } from "../host/capabilities.js";
import { isNamed } from "../host/overrides-of.js";
import { omitsField } from "../host/native-modes.js";
import type { Settings } from "../options.js";
import type { FlowStore } from "../state/flow-store.js";
import type { FlowState } from "../state/records.js";
import { describeCause } from "../state/wrap-store-errors.js";
import { MultiRoundTrip } from "../strategies/multi-round-trip.js";
import type { OpenQuestions } from "../strategies/open-questions.js";
import type { RateLimit } from "../strategies/rate-limit.js";
import { ServerRequest } from "../strategies/server-request.js";
import { type ElicitationStrategy, type RunControl, SUSPENDED } from "../strategies/strategy.js";
import { completionNotice } from "../url-mode/completion-notice.js";
import { createUrlEnds, type UrlEnds } from "../url-mode/url-ends.js";
import { withUrlRequired } from "../url-mode/url-required.js";
import { Call } from "./call.js";
import type { CallRequest } from "./call-request.js";
import { type Journal, RunJournal } from "./journal/journal.js";
import type { KeepAlive } from "./keep-alive.js";
import type { Activity } from "./replay/activity.js";
import { canGoOn, stepKeys } from "./open-call.js";
import type { Replay } from "./replay/replay.js";
import { createStepRunner } from "./steps.js";

/** The parts that the handlers of one `createElicitation` share. */
export interface Shared {
  readonly settings: Settings;
  readonly completions: AllCompletions;
  readonly rate: RateLimit;
  readonly openQuestions: OpenQuestions;
  readonly droppedRounds: DroppedRounds;
  readonly silentHosts: SilentHosts;
}

/** The call that a handler runs in, for the context that its framework gives it. */
export interface RunningCall {
  /** Aborts when the call is cancelled or a deadline passes. */
  readonly signal: AbortSignal;
  /** Sends something of the handler's own as part of the call. Once the reply is being sent, nothing more is sent. */
  send<T>(work: () => Promise<T>): Promise<T>;
  /** Sends a notification; progress that it reports never decreases. */
  readonly notify: (notification: HostNotification) => Promise<void>;
}

/** The author's handler, with what its context is made of. */
export type RunHandler = (methods: ElicitationMethods, call: RunningCall) => unknown;

/** One run of a handler. */
export interface RunParts {
  readonly request: CallRequest;
  readonly keepAlive: KeepAlive;
  /** What a store remembers of the call. */
  readonly store: FlowStore | undefined;
  /** The ways in which a question of this call may reach its user, in their order. */
  readonly ways: readonly FallbackWay[];
  readonly placements: (
    kind: QuestionKind,
    failedNatively?: boolean,
    ways?: readonly FallbackWay[],
  ) => readonly Placement[];
  /** Called with what has come of a question to a host of 2025, and how long it was open there. Does not throw. */
  readonly onHostEnded: (outcome: ResponseOutcome, openMs: number) => Promise<void>;
  /** Whether the handler is run again for every answer, and does not wait for it in memory. */
  readonly isRerun: boolean;
  /** Whether the next identical call gets the result if this request is given up. */
  readonly isSaved: boolean;
  /** Whether another request has used the same state before, and may still run. */
  readonly isCopy: boolean;
}

/** Runs the author's handler once. Resolves with its result, or with a `RoundEnd` when it has to be run again. */
export function runOnce(shared: Shared, run: RunParts, fn: RunHandler): Promise<unknown> {
  const { settings } = shared;
  const { request, keepAlive, store, isRerun, isSaved } = run;
  const { host, state, channel } = request;
  const journal = new RunJournal(state, settings.limits.entries);
  const parts = callServices(shared, request, journal, () => keepAlive.start());
  const placesFor = (question: Draft, failedNatively = false): readonly Placement[] => {
    const kind = kindOf(question);
    // A form that the host would show in part is shown elsewhere, if that is possible.
    const elsewhere =
      !failedNatively && showsInPart(question, host, settings)
        ? run.placements(kind, true, question.fallback)
        : [];
    return elsewhere.length > 0
      ? elsewhere
      : run.placements(kind, failedNatively, question.fallback);
  };
  const createStrategy = (
    control: RunControl,
    replay: Replay,
    activity: Activity,
  ): ElicitationStrategy => {
    channel.durable?.begin({
      snapshot: () => ({
        ...state,
        entries: journal.entries,
        changes: journal.changes,
        incompleteRounds: 0,
        longestWaitMs: replay.longestWaitMs,
      }),
      suspend: () => control.suspend(() => SUSPENDED),
    });
    const notifyComplete = completionNotice(channel, host, () => call.ended);
    const hostRequest =
      host.strategy === "serverRequest"
        ? new ServerRequest(
            { notifyComplete, ...parts, ...(isRerun && { onHostEnded: run.onHostEnded }) },
            control,
          )
        : undefined;
    if (hostRequest !== undefined && !isRerun) return hostRequest;
    return new MultiRoundTrip({ replay, activity, placesFor, hostRequest, ...parts }, control);
  };
  const call: Call = new Call(
    {
      channel,
      host,
      state,
      subject: request.subject,
      settings,
      journal,
      principal: parts.principal,
      known: askedBefore(state),
      createSteps: (replay, activity) =>
        createStepRunner({ replay, activity, settings, journal, store, state }),
      placements: run.placements,
      ways: run.ways,
      placesFor,
      isRerun,
      isSaved,
      askByUrl: (question) =>
        askByUrl({ call, pages: settings.pages!, ...parts, principal: parts.principal! }, question),
    },
    createStrategy,
  );
  const credentials = createCredentials(call, parts);
  const methods = createElicitationMethods(call, credentials);
  const running = new SeenCall(call, keepAlive.notify);
  const handle = (): Promise<unknown> =>
    withUrlRequired(() => fn(methods, running), call, host, parts.ends);
  if (store === undefined) return call.run(handle, (result) => result);
  const finish = (result: unknown): Promise<void> =>
    store.finish(result, stepKeys(journal.entries)).catch((error: unknown) => {
      // The work is done and no answer can change it, so losing its result as well would have no benefit.
      settings.logger.error(
        `midcall: the end of ${request.subject} could not be recorded in the store: ${describeCause(error)}`,
      );
    });
  return call
    .run(handle, (result) => finish(result).then(() => result))
    .catch(async (error: unknown) => {
      if (!canGoOn(error, run)) await finish(undefined);
      throw error;
    });
}

/** The connection of a call, whose signal is made on first use. */
class CallConnection implements ConnectionEnd {
  readonly #context: RequestContext;

  constructor(context: RequestContext) {
    this.#context = context;
  }

  get signal(): AbortSignal {
    return this.#context.connectionSignal;
  }
}

/** A call, as the context of its handler sees it. */
class SeenCall implements RunningCall {
  readonly #call: Call;
  readonly notify: RunningCall["notify"];

  constructor(call: Call, notify: RunningCall["notify"]) {
    this.#call = call;
    this.notify = notify;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }

  send<T>(work: () => Promise<T>): Promise<T> {
    return this.#call.send(work);
  }
}

/** The request, with the services that the strategies and the credentials of one call use. */
interface CallServices extends CallRequest {
  readonly settings: Settings;
  readonly completions: Completions;
  readonly ends: UrlEnds;
  readonly principal: string | undefined;
  /** The name of the server. */
  readonly server: string;
  readonly connection: ConnectionEnd;
  readonly allowQuestion: () => boolean;
  readonly holdQuestion: () => () => void;
  readonly journal: Journal;
  readonly keepAlive: () => () => void;
}

// Written out: V8 gives every object that begins with a spread a hidden class of its own.
function callServices(
  { settings, completions: allCompletions, rate, openQuestions }: Shared,
  { context, channel, binding, host, state, responses, subject }: CallRequest,
  journal: Journal,
  keepAlive: () => () => void,
): CallServices {
  const { principal, server } = binding;
  const completions = allCompletions.of(binding);
  const notifyComplete = completionNotice(channel, host, () => true);
  return {
    settings,
    completions,
    ends: createUrlEnds({
      settings,
      principal,
      subject,
      completions,
      journal,
      connection: new CallConnection(context),
      notifyComplete,
    }),
    principal,
    server,
    context,
    channel,
    binding,
    host,
    state,
    responses,
    subject,
    journal,
    keepAlive,
    connection: new CallConnection(context),
    allowQuestion: () => principal === undefined || rate.take(principal),
    holdQuestion: () => openQuestions.take(binding, channel.connection),
  };
}

/** Whether the host is known to leave out a field of this form. */
function showsInPart(
  question: Draft,
  host: HostCapabilities,
  { hostOverrides }: Settings,
): boolean {
  if (question.mode === "url" || !hostOverrides.some((one) => isNamed(host, one))) return false;
  const { requestedSchema } = encodeQuestion(
    { ...question, key: "", afterWait: false },
    host,
  ).params();
  return omitsField(host, requestedSchema as RequestedSchema, hostOverrides);
}

function askedBefore({ entries, pending }: FlowState): ReadonlySet<string> {
  const asked = new Set<string>();
  for (const entry of entries) if (entry.kind === "question") asked.add(entry.digest);
  for (const { digest } of pending) asked.add(digest);
  return asked;
}
