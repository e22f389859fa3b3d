import { OptionError } from "../../contracts/errors.js";
import { assertOptions } from "../../internal/assert-options.js";
import { describeValue } from "../../internal/describe-value.js";
import { MAX_TIMER_MS } from "../../internal/max-timer.js";
import { pause } from "../../internal/pause.js";
import type { WaitingCalls } from "../framework/waiting-calls.js";
import { jsonRpcError } from "./json-rpc-error.js";
import { isStream, OpenStreams } from "./open-streams.js";

/** Options of `handler.drain`. */
export interface DrainOptions {
  /** The longest time to wait for calls that are working, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
}

/** What `handler.drain` has left. */
export interface Drained {
  /** Calls that wait for their user. */
  readonly waiting: number;
  /** Calls that were still working at the end of the time. */
  readonly running: number;
  /** 2025 sessions that are open. */
  readonly sessions: number;
}

/** A session, as far as draining is about it. */
export interface SessionLoad {
  readonly connection: object;
  /** Requests of its client that are not answered yet. */
  readonly requests: number;
}

const LOOK_AGAIN_MS = 25;
/** Seconds after which a refused client may try again: by then the proxy sends it to another replica. */
const RETRY_AFTER = { "retry-after": "2" };

/** What a handler has under way, and whether it takes more. */
export class Traffic {
  readonly streams: OpenStreams = new OpenStreams();
  readonly #waitingCalls: WaitingCalls;
  readonly #sessions: () => readonly SessionLoad[];
  #phase: "open" | "draining" | "drained" = "open";
  /** Requests of 2026-07-28. */
  #requests = 0;
  #draining: Promise<Drained> | undefined;

  constructor(waitingCalls: WaitingCalls, sessions: () => readonly SessionLoad[]) {
    this.#waitingCalls = waitingCalls;
    this.#sessions = sessions;
  }

  /** Whether new clients should be sent here. */
  get isReady(): boolean {
    return this.#phase === "open";
  }

  /**
   * The refusal of a request.
   *
   * @param bindsClient Whether it would tie its client to this process.
   */
  refusal(bindsClient: boolean): Response | undefined {
    if (this.#phase === "open" || (this.#phase === "draining" && !bindsClient)) return undefined;
    return jsonRpcError(503, -32_000, "This server is about to stop. Try again.", RETRY_AFTER);
  }

  /**
   * Counts a request of 2026-07-28 until its response has ended.
   *
   * @param isWork False for a subscription, which never does.
   */
  serve<R>(coming: Promise<R>, isWork: boolean): Promise<R | Response> {
    if (!isWork)
      return coming.then((reply) => (isStream(reply) ? this.streams.add(reply, () => {}) : reply));
    this.#requests += 1;
    const done = (): void => void (this.#requests -= 1);
    return coming.then(
      (reply) => {
        if (isStream(reply)) return this.streams.add(reply, done);
        done();
        return reply;
      },
      (error: unknown) => {
        done();
        throw error;
      },
    );
  }

  /** See `HttpHandler.drain`. */
  drain(options: DrainOptions = {}): Promise<Drained> {
    assertOptions<DrainOptions>("drain", options, { timeoutMs: "any" });
    const { timeoutMs = 10_000 } = options;
    if (!(Number.isFinite(timeoutMs) && timeoutMs >= 0 && timeoutMs <= MAX_TIMER_MS)) {
      throw new OptionError(
        `timeoutMs must be a number of milliseconds from 0 to ${MAX_TIMER_MS}, not ${describeValue(timeoutMs)}.`,
      );
    }
    return (this.#draining ??= this.#drain(timeoutMs));
  }

  async #drain(timeoutMs: number): Promise<Drained> {
    this.#phase = "draining";
    const until = performance.now() + timeoutMs;
    for (;;) {
      const left = this.#load();
      const wait = Math.min(LOOK_AGAIN_MS, until - performance.now());
      if (left.running === 0 || wait <= 0) {
        this.#phase = "drained";
        this.streams.closeAll();
        return left;
      }
      await pause(wait);
    }
  }

  #load(): Drained {
    const waits = new Map(this.#waitingCalls.byConnection());
    let running = 0;
    let waiting = 0;
    const sessions = this.#sessions();
    for (const { connection, requests } of sessions) {
      const idle = Math.min(requests, waits.get(connection) ?? 0);
      waits.delete(connection);
      waiting += idle;
      running += requests - idle;
    }
    // What is left waits in requests of 2026-07-28, each of which has a server of its own.
    const others = [...waits.values()].reduce((sum, count) => sum + count, 0);
    const held = Math.min(this.#requests, others);
    return {
      waiting: waiting + held,
      running: running + this.#requests - held,
      sessions: sessions.length,
    };
  }
}
