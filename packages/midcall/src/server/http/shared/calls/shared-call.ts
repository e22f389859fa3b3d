import {
  type DurableAsk,
  type DurableCall,
  DurableFailure,
  type DurableRun,
} from "../../../framework/durable-call.js";
import { isObject } from "../../../../internal/is-object.js";
import { allowManyListeners } from "../../../../internal/many-listeners.js";
import { createFlowStore, type FlowStore } from "../../../state/flow-store.js";
import type { FlowState, Pending } from "../../../state/records.js";
import { type Binding, expiryOf } from "../../../state/request-state.js";
import { brokenResponse } from "../../../strategies/broken-responses.js";
import { never } from "../../../strategies/strategy.js";
import type { CallRecord, CallRecords, CallRequestMessage } from "./call-records.js";
import { claimCall } from "./claim-call.js";
import { CallEvents } from "../events/call-events.js";
import { asError, CLOSED, errorResponse, whenCancelled, withdrawalOf } from "./responses.js";
import type { EventStream } from "../events/event-stream.js";
import type { Fleet } from "../replicas/fleet.js";
import { callKeyOf } from "../replicas/ids.js";
import { OpenRequests } from "./open-requests.js";
import { giveUp } from "./give-up.js";
import { LateSteps } from "./late-steps.js";
import { persist } from "../replicas/persist.js";
import type { SessionIdentity } from "../session-identity.js";

/** The parts of a call that this replica runs. */
export interface SharedCallParts {
  readonly fleet: Fleet;
  readonly session: SessionIdentity;
  readonly callId: string;
  readonly request: CallRequestMessage;
  /** The response to the request; `undefined` where the client reads the events elsewhere. */
  readonly stream: EventStream | undefined;
  /** What this replica continues, where another one has begun the call. */
  readonly takenOver?: { readonly record: CallRecord; readonly next: number } | undefined;
  /** Called when this replica has nothing more to do with the call, with whether it has sent a response. */
  readonly onOver: (hasResponse: boolean) => void;
  /** Cancels the call as its client would. */
  readonly cancel: (reason: unknown) => void;
}

/** How soon a client whose stream was closed should come back, in milliseconds. */
export const RETRY_MS = 250;

/** A call of 2025 that this replica runs, in a session that all replicas share. */
export class SharedCall implements DurableCall {
  readonly callId: string;
  readonly session: string;
  readonly name: string;
  readonly signal: AbortSignal;
  readonly resumed: FlowState | undefined;
  readonly #parts: SharedCallParts;
  readonly #events: CallEvents;
  readonly #records: CallRecords;
  readonly #over = new AbortController();
  readonly #requests: OpenRequests;
  #run: DurableRun | undefined;
  #steps: LateSteps | undefined;
  /** What was last written; `undefined` before the first question. */
  #record: CallRecord | undefined;
  #saving: Promise<unknown> = Promise.resolve();
  #isOver = false;
  /** Another replica has the call, or will have it: nothing is sent any more. */
  #isLost = false;
  /** This replica ends, and no other one can continue the request. */
  #isClosed = false;
  #isWatched = false;
  /** Whether it goes on from what was saved of it, in whichever request. */
  #goesOn = false;

  constructor(parts: SharedCallParts) {
    const { fleet, session, callId, stream, takenOver } = parts;
    this.#parts = parts;
    this.callId = callId;
    this.session = session.name;
    const key = callKeyOf(callId);
    this.name = key;
    this.signal = this.#over.signal;
    allowManyListeners(this.signal);
    this.#records = fleet.records(session.name, key, session.user);
    this.#events = new CallEvents({
      idOf: (n, isEnd) => session.ids.createEvent(callId, n, isEnd),
      log: fleet.log(session.name, key, session.user),
      stream,
      next: takenOver?.next,
      ttlMs: () => this.#ttlMs(),
      onEnded: () => this.#lose(),
    });
    this.#record = takenOver?.record;
    this.resumed = takenOver?.record.state;
    this.#goesOn = this.resumed?.savedAs !== undefined;
    this.#requests = new OpenRequests(this.resumed?.pending);
    if (takenOver !== undefined) fleet.presence.hold(this);
  }

  // The handler's side.

  steps(state: FlowState, user: Pick<Binding, "server" | "principal">): FlowStore {
    const { fleet } = this.#parts;
    const flow = (): FlowStore => {
      const { settings, store } = fleet;
      const { expiresAt } = state;
      const pending = [...this.#requests.all];
      const now = { ...state, expiresAt: expiryOf({ pending, expiresAt }, settings) };
      return createFlowStore(store, now, {}, user, settings);
    };
    this.#steps ??= new LateSteps(
      flow,
      { stillOwned: () => this.#stillOwned() },
      this.#record !== undefined,
    );
    return this.#steps;
  }

  begin(run: DurableRun): void {
    this.#run = run;
    if (this.#isLost) run.suspend();
  }

  async goOnFrom(state: FlowState, save: () => Promise<void>): Promise<void> {
    const before = this.#goesOn;
    // Before it is saved: the end of this request at the same time must not be the end of the call.
    this.#goesOn = true;
    try {
      await save();
    } catch (error) {
      this.#goesOn = before;
      throw error;
    }
    // Where this fails, another replica runs it from its journal, and finds what was saved.
    if (this.#record !== undefined) this.#write(() => state).catch(() => {});
  }

  async ask(
    request: { readonly method: string; readonly params: Record<string, unknown> },
    { signal, timeout, pending, onCame }: DurableAsk,
  ): Promise<unknown> {
    const { fleet, session } = this.#parts;
    if (this.#isClosed) {
      // Its client has been told so. What is saved of it goes on in the next request with the same call.
      this.#run?.suspend();
      return never();
    }
    const id =
      pending.requestId ??
      session.ids.createRequest(fleet.presence.replica, callKeyOf(this.callId));
    // At once: the withdrawal has to be on its way before the response of the call.
    const until = giveUp(signal, timeout, (why) => {
      if (this.#requests.wasSent(id)) void this.#withdraw(id, why);
    });
    try {
      await this.#put({ ...pending, requestId: id }, request, until.signal);
      this.#watchForCancel();
      const answer = await fleet.answers.wait({
        ...{ id, session: session.name, signal: until.signal, onCame },
        usableUntil: () => expiryOf(this.#record!.state, fleet.settings),
      });
      await this.#stillOwned();
      if (answer.error !== undefined) throw asError(answer.error);
      if (!isObject(answer.result)) throw brokenResponse();
      return answer.result;
    } catch (error) {
      if (this.#isLost) return never();
      throw error;
    } finally {
      until.stop();
    }
  }

  /** Puts a question into the store, and then to the host. One that was put before is only awaited. */
  async #put(
    pending: Pending,
    request: { readonly method: string; readonly params: Record<string, unknown> },
    signal: AbortSignal,
  ): Promise<void> {
    const before = this.#requests.put(pending);
    const message = { jsonrpc: "2.0", id: pending.requestId, ...request };
    if (before?.requestId === pending.requestId) {
      // The replica that asked it may have died between the record and the event.
      if (!(await this.#events.has(pending.requestId))) await this.#events.add(message);
      return;
    }
    if (before?.requestId !== undefined && before.digest !== pending.digest)
      await this.#withdraw(before.requestId, "The question has changed.");
    signal.throwIfAborted();
    await this.#open();
    await this.#save();
    signal.throwIfAborted();
    this.#requests.sent(pending.requestId!);
    await this.#stillOwned();
    await this.#events.add(message);
  }

  async #withdraw(requestId: string, reason: string): Promise<void> {
    await this.#events.add(withdrawalOf(requestId, reason)).catch(() => {});
  }

  // The session's side.

  /** Sends what is not a response: a request whose id is that of this session, or a notification. */
  async send(message: { readonly method: string; readonly id?: unknown }): Promise<void> {
    if (this.#isOver) return;
    if (message.id !== undefined) {
      await this.#open();
      await this.#events.add(message);
    } else if (message.method === "notifications/progress") await this.#events.pass(message);
    else await this.#events.add(message);
  }

  /** Sends the response, which ends the call. */
  async end(response: unknown): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    try {
      if (this.#events.isKept || !this.#events.isRead) {
        await this.#open();
        await this.#stillOwned();
      }
      await this.#events.end(response);
    } catch (error) {
      if (!this.#isLost) {
        this.#parts.fleet.warn("the response of a call could not be kept in the store", error);
        this.#events.endUnkept(response);
      }
    }
    if (!this.#isLost) await this.#cleanUp(true);
  }

  /** The client has cancelled the call: there will be no response. */
  async cancelled(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#events.end(undefined).catch(() => this.#events.close());
    await this.#cleanUp(false);
  }

  /** Looks whether a client reads the events on another stream from now on. */
  async look(): Promise<void> {
    if (this.#isOver || !(await this.#events.hasNews())) return;
    await this.#open();
    await this.#events.catchUp();
  }

  /**
   * Leaves the call to another replica, because this one ends. One that has asked nothing yet cannot be continued, and ends
   * with an error.
   */
  async leave(): Promise<void> {
    if (this.#isOver || this.#isLost) return;
    await this.#saving.catch(() => {});
    if (this.#record === undefined) {
      this.#isOver = true;
      this.#isClosed = true;
      const response = errorResponse(this.#parts.request.id, CLOSED);
      if (this.#events.isKept) await this.#events.end(response).catch(() => {});
      else this.#events.endUnkept(response);
      this.#finish(false);
    } else this.#lose(RETRY_MS);
  }

  async reclaim(): Promise<void> {
    const record = this.#record;
    if (record === undefined || this.#isOver || this.#isLost) return;
    const { fleet } = this.#parts;
    const next = { ...record, epoch: record.epoch + 1, lease: fleet.presence.lease };
    const isMine = await claimCall(fleet, this.#records, next).catch(() => false);
    if (isMine) this.#record = next;
    else this.#lose(RETRY_MS);
  }

  /** Shows the call to the other replicas. */
  async #open(): Promise<void> {
    const { presence } = this.#parts.fleet;
    presence.hold(this);
    await persist(() => presence.ensure());
    this.#events.keep();
  }

  /** Writes the journal and the open questions. */
  #save(): Promise<void> {
    return this.#write(() => this.#state());
  }

  #write(read: () => FlowState): Promise<void> {
    const saved = this.#saving.then(async () => {
      if (this.#isLost) return never<void>();
      const { fleet, request } = this.#parts;
      await persist(() => fleet.presence.ensure());
      const state = read();
      if (this.#record === undefined) await this.#steps?.save(state.entries);
      const { epoch = 1 } = this.#record ?? {};
      const record = { epoch, lease: fleet.presence.lease, request, state };
      this.#record = record;
      await persist(() => this.#records.put(record));
    });
    this.#saving = saved.catch(() => {});
    return saved;
  }

  #state(): FlowState {
    const journal = this.#run!.snapshot();
    const pending = this.#requests.besides(journal);
    return { ...journal, pending, round: Math.max(1, journal.round) };
  }

  async #stillOwned(): Promise<void> {
    await persist(() => this.#parts.fleet.presence.ensure());
    if (this.#isLost) await never();
  }

  #watchForCancel(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    const { fleet, session, request, cancel } = this.#parts;
    whenCancelled(fleet.answers, session.name, request.id, this.#over.signal, cancel);
  }

  /** Gives the call up without a word: another replica has it. */
  #lose(retryMs?: number): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#isOver = true;
    this.#run?.suspend();
    this.#events.close(retryMs);
    this.#finish(false);
  }

  #finish(hasResponse: boolean): void {
    this.#over.abort(new DurableFailure("disconnected", "The call has ended."));
    this.#parts.fleet.presence.release(this);
    this.#parts.onOver(hasResponse);
  }

  async #cleanUp(hasResponse: boolean): Promise<void> {
    this.#finish(hasResponse);
    const record = this.#record;
    if (record === undefined) return;
    const { fleet, session } = this.#parts;
    await this.#saving;
    try {
      // What is saved of it ends the call.
      if (!this.#goesOn) await this.#steps?.remove(record.epoch > 1);
      await this.#records.remove(record.epoch);
      for (const id of this.#requests.ids) await fleet.answers.forget(id, session.name);
    } catch {
      // They expire by themselves.
    }
  }

  /** How long an event of this call may still be asked for. */
  #ttlMs(): number {
    const time = this.#parts.fleet.settings.now();
    return this.#requests.lastDeadline(time) - time + KEPT_MS;
  }
}

/** How long the events of a call are kept after its last deadline, in milliseconds. */
const KEPT_MS = 300_000;
