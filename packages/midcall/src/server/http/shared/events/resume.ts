import { unref } from "../../../../internal/unref.js";
import { RecordChangedError } from "../../../errors.js";
import { jsonRpcError } from "../../json-rpc-error.js";
import { describeCause } from "../../../state/wrap-store-errors.js";
import type { CallRecord } from "../calls/call-records.js";
import type { EventLog, LogEntry } from "./event-log.js";
import { EventStream } from "./event-stream.js";
import type { Fleet } from "../replicas/fleet.js";
import { callKeyOf, type EventPlace, randomName, requestIdOf } from "../replicas/ids.js";
import { lookPause } from "../replicas/look-pause.js";
import { PassedMessages } from "./passed-messages.js";
import type { SessionIdentity } from "../session-identity.js";
import { errorResponse } from "../calls/responses.js";

/** The parts that reading the events of a call again needs. */
export interface ResumeParts {
  readonly fleet: Fleet;
  readonly session: SessionIdentity;
  /** Whether the client accepts events without data. */
  readonly isEmptyPrimed: boolean;
  /** The last event that the client has got. */
  readonly from: EventPlace;
  /** Called with the stream of the response. */
  readonly onStream: (stream: EventStream) => void;
  /** Continues a call whose owner is gone, from this place in its log on. Resolves once it is clear who does. */
  readonly takeOver: (record: CallRecord, next: number) => Promise<void>;
}

/** The longest pause between two looks after the owner of the call, and, where few read, at the log, in milliseconds. */
const LOOK_MS = 1_000;
/** After so many leases without a word, the replica that has the call is asked whether it still has it. */
const ASK_AGAIN = 4;
/** After so many looks in vain, the replica that has the call is told again that it is read elsewhere. */
const TELL_EVERY = 5;
/** After so many, it is looked at whether a replica still has it. */
const CHECK_EVERY = 15;

/**
 * Answers a client that has lost the stream of a call and asks for what came after an event: with the events in the log,
 * and then those to come, whichever replica sends them. Where nothing is to come, the response is 405, after which clients
 * do not ask again; where the call was asked for too often, 429.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
export async function resume(parts: ResumeParts): Promise<Response> {
  const { from, fleet, session } = parts;
  if (from.isEnd) return nothingToCome();
  const name = nameOf(session, from);
  const turn = fleet.resumptions.begin(name);
  if (turn instanceof Response) return turn;
  const log = fleet.log(session.name, callKeyOf(from.callId), session.user);
  const next = await log.read(fleet.resumptions.skip(name, from.n + 1));
  // The call has ended, and the client has everything of it.
  if (next?.end === true && next.message === undefined) return nothingToCome();
  return new CallReader(parts, turn).start();
}

function nameOf({ name }: SessionIdentity, { callId }: EventPlace): string {
  return `${name} ${callKeyOf(callId)}`;
}

function nothingToCome(): Response {
  return jsonRpcError(405, -32_000, "There are no more events after this one.", {
    allow: "GET, POST, DELETE",
  });
}

/** One reader of the events of a call. */
class CallReader {
  readonly #parts: ResumeParts;
  readonly #log: EventLog;
  readonly #stream = new EventStream();
  #name = randomName();
  #next: number;
  #passed: PassedMessages;
  #isAttached = false;
  /** When it was last written that this is the stream of the call, and when the owner of the call wrote something since. */
  #markedAt = performance.now();
  #heardAt = -Infinity;
  /** Whether something may have been added since the last look. */
  #hasNews = false;
  #endPause: () => void = () => {};
  /** The lease that the call was last seen under, and how often the log was looked at in vain since. */
  #lease: string | undefined;
  #looks = 0;
  readonly #call: string;
  readonly #turn: number;

  /** @param turn - of `Resumptions` */
  constructor(parts: ResumeParts, turn: number) {
    const { fleet, session, from } = parts;
    this.#parts = parts;
    this.#call = nameOf(session, from);
    this.#turn = turn;
    this.#log = fleet.log(session.name, callKeyOf(from.callId), session.user);
    this.#passed = new PassedMessages(this.#log, this.#name);
    this.#next = from.n + 1;
  }

  start(): Response {
    const { fleet, session, from, isEmptyPrimed, onStream } = this.#parts;
    onStream(this.#stream);
    // A client that loses this stream too, before anything came on it, has to know from where to go on.
    this.#stream.prime(session.ids.createEvent(from.callId, from.n), isEmptyPrimed);
    fleet.resumptions.replace(this.#call, this.#turn, this.#stream);
    void this.#run().catch((error: unknown) => {
      fleet.warn("the events of a call could not be read", error);
      this.#stream.close();
    });
    return new Response(this.#stream.body, {
      headers: { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" },
    });
  }

  async #run(): Promise<void> {
    if (!this.#stream.isOpen) return;
    const stop = await this.#log.onWake(() => this.#hear());
    this.#stream.onEnd(() => this.#hear());
    const { fleet } = this.#parts;
    const { readers } = fleet;
    const call = this.#call;
    readers.add(this);
    try {
      while (this.#stream.isOpen) {
        const isWoken = this.#hasNews;
        this.#hasNews = false;
        if (isWoken && this.#isAttached)
          for (const message of await this.#passed.next()) this.#stream.message(message);
        if (!this.#isAttached) this.#next = fleet.resumptions.skip(call, this.#next);
        const entry = await this.#read();
        if (!this.#stream.isOpen) return;
        if (entry !== undefined) {
          if (!this.#send(entry)) return;
        } else if (!this.#isAttached) await this.#attach();
        else await this.#wait();
      }
    } finally {
      readers.delete(this);
      await stop().catch(() => {});
    }
  }

  /** The next entry; `undefined` where there is none, or the store cannot be read at the moment. */
  #read(): Promise<LogEntry | undefined> {
    return this.#log.read(this.#next).catch((error: unknown) => {
      this.#parts.fleet.warn(
        "the events of a call cannot be read at the moment",
        describeCause(error),
      );
      // Its place is taken by something that nobody can read.
      if (error instanceof RecordChangedError) return endOf(this.#parts.from.callId, error.message);
      return this.#pause().then(() => undefined);
    });
  }

  /** Sends an entry. Returns whether more is to come on this stream. */
  #send({ message, end, reader, heard }: LogEntry): boolean {
    const { fleet, session, from } = this.#parts;
    if (reader !== undefined || heard !== undefined) fleet.resumptions.mark(this.#call, this.#next);
    if (this.#isAttached && (heard === this.#name || reader === undefined))
      this.#heardAt = performance.now();
    const isOwn = reader === this.#name;
    const isSuperseded = reader !== undefined && !isOwn && this.#isAttached;
    if (message !== undefined)
      this.#stream.message(message, session.ids.createEvent(from.callId, this.#next, end === true));
    this.#next += 1;
    // The reply to its write was lost.
    if (isOwn) void this.#attached(this.#next - 1);
    if (end !== true && !isSuperseded) return true;
    this.#stream.close();
    return false;
  }

  /** Makes this the stream of the call: it is written into the log, where everybody who sends sees it. */
  async #attach(): Promise<void> {
    if (this.#isAttached) this.#name = randomName();
    const entry = { reader: this.#name };
    const isAdded = await this.#log.add(this.#next, entry, ATTACHED_MS).catch(() => undefined);
    if (isAdded === undefined) return this.#pause();
    // What came in between is read first.
    if (!isAdded) return;
    this.#next += 1;
    await this.#attached(this.#next - 1);
  }

  /** The log says, at this place, that this is the stream of the call. */
  async #attached(place: number): Promise<void> {
    this.#isAttached = true;
    this.#markedAt = performance.now();
    this.#passed = new PassedMessages(this.#log, this.#name);
    this.#parts.fleet.resumptions.mark(this.#call, place);
    await this.#tell();
  }

  /** Wakes the owner of the call, which finds the mark of this reader in the log. */
  #tell(): Promise<void> {
    return this.#parts.fleet.wake(this.#parts.session.name);
  }

  /**
   * Waits for news, and sees to it that the call goes on. The log is looked at less often where many read, as news are told of;
   * whether the owner lives costs the store the same for all of them.
   */
  async #wait(): Promise<void> {
    const { fleet } = this.#parts;
    const ms = this.#pauseMs();
    for (let pauses = Math.round(lookPause(ms, fleet.readers.size) / ms); ; pauses -= 1) {
      await this.#pause();
      if (!this.#stream.isOpen || this.#hasNews) return;
      try {
        if (!(await this.#isOwned())) return await this.#checkOwner();
        if (pauses > 1) continue;
        this.#looks += 1;
        // Its replica may have lost it without a word, or what it wrote may be gone.
        if (this.#looks % TELL_EVERY === 0) await this.#tell();
        if (this.#looks % CHECK_EVERY === 0) await this.#checkOwner();
      } catch (error) {
        fleet.warn("the owner of a call could not be found out", error);
      }
      return;
    }
  }

  /** Whether the lease holds that the call was last seen under: nobody else takes the call then. */
  async #isOwned(): Promise<boolean> {
    return this.#lease !== undefined && this.#parts.fleet.presence.isAlive(this.#lease);
  }

  async #checkOwner(): Promise<void> {
    const { fleet, session, from, takeOver } = this.#parts;
    const { presence } = fleet;
    const records = fleet.records(session.name, callKeyOf(from.callId), session.user);
    // One that was changed is of no use to anybody but a replica that runs the call.
    const record = await records.latest().catch((error: unknown) => {
      if (error instanceof RecordChangedError) return undefined;
      throw error;
    });
    this.#lease = record?.lease;
    if (record !== undefined) {
      if (await presence.isAlive(record.lease)) return;
      if ((await this.#log.read(this.#next)) !== undefined) return;
      return takeOver(record, this.#next);
    }
    const now = performance.now();
    if (this.#heardAt >= this.#markedAt && (await presence.isPresent(from.replica))) {
      // It may have ended the call since, and its end be lost: it is asked again.
      return now - this.#heardAt < ASK_AGAIN * presence.leaseMs ? undefined : this.#attach();
    }
    // It may be about to show itself.
    if (now - this.#markedAt < presence.leaseMs) return this.#tell();
    // Its replica is gone, or has ended it: its response was sent there or could not be kept. The client that reads has lost it.
    await endUnknown(this.#log, from.callId, this.#next);
  }

  #pauseMs(): number {
    return Math.min(LOOK_MS, this.#parts.fleet.presence.leaseMs / 3);
  }

  #hear(): void {
    this.#hasNews = true;
    this.#endPause();
  }

  #pause(): Promise<void> {
    if (this.#hasNews) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#pauseMs());
      unref(timer);
      const end = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#endPause = end;
    });
  }
}

/** How long the mark of a reader is kept, in milliseconds: as long as a call may go on. */
const ATTACHED_MS = 3_600_000;

/** Ends a call of which nothing is known but its id, so that its client does not wait for ever. */
function endUnknown(log: EventLog, callId: string, from: number): Promise<void> {
  return log.finish(endOf(callId, UNKNOWN).message, ENDED_MS, from);
}

/** The end of a call of which nothing is known but its id. */
function endOf(callId: string, why: string): LogEntry {
  const requestId = requestIdOf(callId);
  return { end: true, ...(requestId !== undefined && { message: errorResponse(requestId, why) }) };
}

const ENDED_MS = 300_000;
const UNKNOWN =
  "This call was lost with the replica that ran it, before it had asked the user anything, or its result was lost with the connection. " +
  "It may or may not have taken effect.";
