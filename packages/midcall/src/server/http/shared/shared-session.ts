import {
  type JSONRPCMessage,
  type MessageExtraInfo,
  type WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { registerDurableCalls } from "../../framework/durable-call.js";
import type { HttpRequestOptions } from "../types.js";
import { type Arrived, readResponse } from "./replicas/answers.js";
import { type CallRecord, type CallRequestMessage } from "./calls/call-records.js";
import { EventStream } from "./events/event-stream.js";
import type { Fleet } from "./replicas/fleet.js";
import { persist } from "./replicas/persist.js";
import { type EventPlace, type SentRequest, SessionIds } from "./replicas/ids.js";
import {
  callOf,
  isAcceptable,
  isRequestId,
  type Loose,
  idInUse,
  idOfRequest,
  unknownEvent,
} from "./incoming.js";
import { readThrough } from "./events/read-through.js";
import { resume } from "./events/resume.js";
import { RecordChangedError } from "../../errors.js";
import { nameById } from "../../state/sealer.js";
import type { SessionIdentity } from "./session-identity.js";
import { SentRequests } from "./replicas/sent-requests.js";
import { cancelIdOf } from "./calls/responses.js";
import { takeOver } from "./calls/take-over.js";
import { Orphans } from "./calls/orphans.js";
import { RETRY_MS, SharedCall } from "./calls/shared-call.js";

type RequestId = string | number;

/** How long a cancellation is kept for the replica that it concerns, in milliseconds. */
const CANCEL_KEPT_MS = 60_000;
/** How many of one session are kept here at a time, whether there are such calls or not. */
const MOST_CANCELS = 100;
/** The longest reason that is kept with it. */
const MAX_REASON = 1_000;

/**
 * A session as one replica serves it. It stands between the SDK's transport, which keeps the rules of a session, and the
 * SDK's server: the calls that may ask get a stream of their own, and the ids of requests to the host are made here.
 */
export class SharedSession {
  readonly identity: SessionIdentity;
  readonly #fleet: Fleet;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #isEmptyPrimed: () => boolean;
  readonly #release: (requestId: RequestId) => void;
  readonly #calls = new Map<RequestId, SharedCall>();
  readonly #sent: SentRequests;
  readonly #orphans: Orphans;
  /** The streams of clients that read events again. */
  readonly #readers = new Set<EventStream>();
  /** Responses and cancellations that came with a request, which is confirmed when they are in the store. */
  readonly #arrived = new Map<unknown, Promise<void>[]>();
  /** Messages for the SDK's server that were made here. */
  readonly #own = new WeakSet<object>();
  /** When the cancellations that are kept expire, in ms since 1970. */
  #cancels: number[] = [];

  /**
   * @param id - the session's
   * @param owner - the user and the client that it belongs to
   * @param user - the user whom the store counts its records for
   * @param isEmptyPrimed - whether the client accepts events without data
   * @param release - called when a request will not be answered here
   */
  constructor(
    fleet: Fleet,
    {
      id,
      owner,
      user,
      serverName,
    }: Readonly<Record<"id" | "owner" | "user" | "serverName", string>>,
    transport: WebStandardStreamableHTTPServerTransport,
    isEmptyPrimed: () => boolean,
    release: (requestId: RequestId) => void,
  ) {
    const name = nameById(id, "shared session", serverName, owner);
    this.identity = { name, user, ids: new SessionIds(fleet.settings.sealer, name) };
    this.#fleet = fleet;
    this.#transport = transport;
    this.#isEmptyPrimed = isEmptyPrimed;
    this.#release = release;
    this.#orphans = new Orphans(fleet, this.identity, serverName);
    this.#sent = new SentRequests(fleet, this.identity, (message) => this.#deliver(message));
    this.#watch();
    registerDurableCalls(transport, this.#calls);
  }

  /** Answers a request of the session. */
  async handle(request: Request, given: HttpRequestOptions): Promise<Response> {
    const lastEvent = request.method === "GET" ? request.headers.get("last-event-id") : null;
    if (lastEvent !== null) {
      const from = this.identity.ids.readEvent(lastEvent);
      // What the SDK refuses, it refuses here, too.
      if (isAcceptable(request))
        return from === undefined ? unknownEvent() : this.#resume(from, request, given);
    }
    const id = request.method === "POST" ? idOfRequest(given.parsedBody) : undefined;
    // What is sent for the one would go to the other.
    if (id !== undefined && this.#calls.has(id)) return idInUse(id);
    const message = request.method === "POST" ? callOf(given.parsedBody) : undefined;
    if (message !== undefined) return this.#run(message, request, given);
    this.#arrived.set(request, []);
    try {
      const response = await this.#transport.handleRequest(request, given);
      await Promise.all(this.#arrived.get(request) ?? []);
      return response;
    } finally {
      this.#arrived.delete(request);
    }
  }

  /** Looks whether a call that runs here is read elsewhere. */
  async look(): Promise<void> {
    await Promise.all([...this.#calls.values()].map((call) => call.look()));
  }

  /** Leaves what is open to the other replicas, and tells clients to go there. */
  async leave(): Promise<void> {
    for (const reader of [...this.#readers]) reader.close(RETRY_MS);
    await Promise.all([...this.#calls.values()].map((call) => call.leave()));
  }

  /** Runs a call that may ask, on a stream of its own. */
  async #run(
    message: CallRequestMessage,
    request: Request,
    given: HttpRequestOptions,
  ): Promise<Response> {
    const stream = new EventStream();
    const callId = this.identity.ids.createCall(this.#fleet.presence.replica, message.id);
    // An id from which to ask for what was lost. Older clients take no event without data.
    if (this.#isEmptyPrimed()) stream.prime(this.identity.ids.createEvent(callId, 0), true);
    const signal = this.#create(callId, message, stream);
    const response = await this.#transport.handleRequest(request, given).catch((error: unknown) => {
      this.#forget(message.id, stream);
      throw error;
    });
    if (!response.ok || response.body === null) {
      this.#forget(message.id, stream);
      return response;
    }
    // The SDK's own stream carries nothing but the end, and is read so that it can end.
    void readThrough(response.body, signal);
    return new Response(stream.body, response);
  }

  #forget(id: RequestId, stream: EventStream): void {
    stream.close();
    this.#calls.delete(id);
  }

  /** Returns the signal that aborts when the call is over without a response. */
  #create(
    callId: string,
    message: CallRequestMessage,
    stream: EventStream | undefined,
    takenOver?: { readonly record: CallRecord; readonly next: number },
  ): AbortSignal {
    const unread = new AbortController();
    const call: SharedCall = new SharedCall({
      fleet: this.#fleet,
      session: this.identity,
      callId,
      request: message,
      stream,
      takenOver,
      onOver: (hasResponse) => {
        if (this.#calls.get(message.id) === call) this.#calls.delete(message.id);
        if (hasResponse) return;
        this.#release(message.id);
        unread.abort();
      },
      cancel: (reason) =>
        this.#deliver({
          jsonrpc: "2.0",
          method: "notifications/cancelled",
          params: { requestId: message.id, reason: typeof reason === "string" ? reason : "" },
        }),
    });
    this.#calls.set(message.id, call);
    return unread.signal;
  }

  #resume(from: EventPlace, request: Request, given: HttpRequestOptions): Promise<Response> {
    return resume({
      fleet: this.#fleet,
      session: this.identity,
      isEmptyPrimed: this.#isEmptyPrimed(),
      from,
      onStream: (stream) => {
        this.#readers.add(stream);
        stream.onEnd(() => this.#readers.delete(stream));
      },
      takeOver: async (record, next) => {
        // Its request id is taken here, by a client that uses an id twice or by a run that is about to end.
        const isTaken = (): boolean => this.#calls.has(record.request.id);
        const { callId } = from;
        const taken = await takeOver(this.#fleet, this.identity, callId, record, isTaken);
        if (taken === undefined) return;
        this.#create(callId, record.request, undefined, { record: taken, next });
        const { authInfo } = given;
        const extra = { request, ...(authInfo && { authInfo }) };
        this.#transport.onmessage?.(record.request as JSONRPCMessage, extra);
      },
    });
  }

  /** Ends the request that a malformed response of the host's names. Returns whether it names one. */
  async endBroken(body: unknown): Promise<boolean> {
    const arrived = readResponse(body, this.identity.ids);
    if (arrived === undefined) return false;
    // Neither a result nor an error: nothing of it counts.
    await this.#keep({ id: arrived.id, answer: {} });
    return true;
  }

  /** Takes a response in, for the replica that waits for it. */
  async #keep(arrived: Arrived): Promise<void> {
    const { answers } = this.#fleet;
    const sent = this.identity.ids.readRequest(arrived.id);
    const until = sent && (await this.#usableUntil(arrived.id, sent));
    // What nobody waits for any more is not kept.
    if (sent === undefined || until === undefined) return;
    await answers.keep(arrived, this.identity, Math.max(1, until - this.#fleet.settings.now()));
    if (answers.wake(arrived.id)) return;
    await this.#tell(arrived.id);
    this.#orphans.watch(sent.callKey, sent.replica);
  }

  /** Until when the response to a request of the server's can be used, in ms since 1970, if one waits in whichever replica. */
  async #usableUntil(id: string, { callKey }: SentRequest): Promise<number | undefined> {
    const { answers } = this.#fleet;
    const until = answers.awaitedUntil(id);
    if (until !== undefined) return until;
    if (callKey === "") return (await this.#sent.isOpen(id)) ? answers.usableUntil() : undefined;
    const { name, user } = this.identity;
    try {
      const record = await persist(() => this.#fleet.records(name, callKey, user).latest());
      const isOpen = record?.state.pending.some(({ requestId }) => requestId === id) === true;
      return isOpen ? record.state.expiresAt : undefined;
    } catch (error) {
      // Who runs the call needs no record of it.
      if (error instanceof RecordChangedError) return answers.usableUntil();
      throw error;
    }
  }

  async #tell(id: string): Promise<void> {
    await this.#fleet.answers.tell(id, this.identity.name).catch((error: unknown) => {
      this.#fleet.warn("could not wake another replica", error);
    });
  }

  /** A call that another replica runs is cancelled. */
  async #cancelElsewhere(requestId: RequestId, reason: unknown): Promise<void> {
    const { answers, settings } = this.#fleet;
    const now = settings.now();
    this.#cancels = this.#cancels.filter((expiresAt) => expiresAt > now);
    // No user stops so many: these are of calls that never were, and those that are end at their deadline.
    if (this.#cancels.length >= MOST_CANCELS) return;
    this.#cancels.push(now + CANCEL_KEPT_MS);
    const id = cancelIdOf(requestId);
    const said = typeof reason === "string" ? reason.slice(0, MAX_REASON) : "";
    await answers.keep({ id, answer: { result: { reason: said } } }, this.identity, CANCEL_KEPT_MS);
    await this.#tell(id);
  }

  #deliver(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    this.#own.add(message);
    this.#transport.onmessage?.(message, extra);
  }

  #watch(): void {
    const transport = this.#transport;
    const receive = transport.onmessage?.bind(transport);
    const onmessage: typeof receive = (message, extra) => {
      if (this.#receive(message, extra)) receive?.(message, extra);
      const { method, params } = message as Loose;
      if (method !== "notifications/cancelled") return;
      const call = this.#calls.get(params?.requestId as RequestId);
      // After the SDK has aborted the handler's signal: what is open is withdrawn before the stream ends.
      if (call !== undefined) setImmediate(() => void call.cancelled());
    };
    transport.onmessage = onmessage;
    const send = transport.send.bind(transport);
    const sending: typeof send = async (message, options) => {
      const { id, method } = message as Loose;
      const related = method === undefined ? id : options?.relatedRequestId;
      const call = this.#calls.get(related as RequestId);
      const outgoing = this.#sent.rename(message);
      if (outgoing !== message) await this.#sent.noted(outgoing);
      if (call === undefined) return send(outgoing, options);
      if (method !== undefined) return call.send(outgoing as { method: string });
      await call.end(message);
      // Its own stream ends with this, which nobody reads. A call that was taken over has none.
      const end = { jsonrpc: "2.0", id, result: {} } as JSONRPCMessage;
      await send(end, options).catch(() => {});
    };
    transport.send = sending;
  }

  /** Takes in what concerns other replicas, too. Returns whether the SDK's server gets the message. */
  #receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): boolean {
    if (this.#own.has(message)) return true;
    const { method, params } = message as Loose;
    const note = (work: Promise<void>): void => {
      const noted = this.#arrived.get(extra?.request);
      if (noted === undefined) work.catch(() => {});
      else noted.push(work);
    };
    if (method === "notifications/cancelled") {
      const requestId = params?.requestId as RequestId;
      const isHere = this.#calls.has(requestId);
      if (!isHere && isRequestId(requestId)) note(this.#cancelElsewhere(requestId, params?.reason));
      return true;
    }
    const arrived = readResponse(message, this.identity.ids);
    if (arrived === undefined) return true;
    note(this.#keep(arrived));
    return false;
  }

  /** Called when the session ends here. */
  close(): void {
    this.#sent.close();
    this.#orphans.close();
  }
}
