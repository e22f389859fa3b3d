import { answerOrThrow, type ElicitResult } from "midcall/client";
import {
  type Id,
  INTERNAL_ERROR,
  type Members,
  type Request,
  type Response,
} from "../wire/messages.js";
import type { AskedCall, Asker, Ending } from "./asker.js";
import type { HostTrust } from "./host-trust.js";
import type { KeepAlive } from "./keep-alive.js";
import type { OpenRequest } from "./open-requests.js";

interface PushedParts {
  readonly asker: Asker | undefined;
  readonly keepAlive: KeepAlive;
  /** @param about - the host's request that waits for this answer, where that is known */
  toServer(message: Members, about?: Id): void;
  toHost(request: Request, about: Id | undefined, asking: readonly OpenRequest[]): void;
}

/** Where a question comes from. */
interface From {
  /** The call that asks, where the protocol says it. */
  readonly call: AskedCall | undefined;
  /** Whether nothing was asked for it before. */
  readonly isFirst: boolean;
  /** The requests of which one asks: when all are over, nobody waits for the answer. */
  readonly asking: readonly OpenRequest[];
  readonly trust: HostTrust;
  /** A host of 2026-07-28 takes no requests. */
  readonly isModern: boolean;
  /** Whether a request can be sent to the host: on the stream of the request that asks, or beside all. */
  readonly reachesHost: boolean;
  /** The request that asks, where the protocol says it: the question goes out on its stream. */
  readonly about: Id | undefined;
}

interface Question extends From {
  readonly request: Request;
  /** When it was asked. */
  readonly at: number;
  readonly over: AbortController;
  /** Those of the requests that are open. */
  readonly open: Set<OpenRequest>;
  /** Whether the server waits for the answer. */
  isAwaited: boolean;
}

/**
 * The questions that a server of 2025 sends as requests: the host is asked if it can show them, and the user here if not.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
export class PushedQuestions {
  readonly #parts: PushedParts;
  /** Those that the host is asked. */
  readonly #forwarded = new Map<Id, Question>();
  /** Those that are asked here. */
  readonly #own = new Map<Id, Question>();

  constructor(parts: PushedParts) {
    this.#parts = parts;
  }

  ask(request: Request, from: From): void {
    const { asker } = this.#parts;
    const { params = {} } = request;
    const question: Question = {
      ...{ ...from, request, at: performance.now(), isAwaited: true },
      ...{ over: new AbortController(), open: new Set(from.asking) },
    };
    if (asker !== undefined && (from.isModern || !from.reachesHost || !from.trust.shows(params)))
      return void this.#askHere(question, asker);
    if (from.isModern || !from.reachesHost) {
      const message = from.isModern
        ? "It is not certain which call asks this, so the host could not be asked."
        : NO_STREAM;
      return this.#parts.toServer({ id: request.id, error: { code: INTERNAL_ERROR, message } });
    }
    this.#forwarded.set(request.id, question);
    this.#parts.toHost(request, from.about, from.asking);
  }

  /** Takes a response of the host's if it is its own and not its user's: the user is asked here. */
  answered({ id, result }: Response): boolean {
    const forwarded = this.#forwarded.get(id);
    this.#forwarded.delete(id);
    const { asker } = this.#parts;
    if (forwarded === undefined || asker === undefined) return false;
    const { request, trust, at } = forwarded;
    if (!trust.isOwn(request.params ?? {}, result, performance.now() - at)) return false;
    void this.#askHere(forwarded, asker);
    return true;
  }

  /** The host is not expected to answer any more. */
  forget(id: Id): void {
    this.#forwarded.delete(id);
  }

  /** Ends a question that the server has withdrawn. Returns whether it was asked here. */
  withdrawn(id: unknown): boolean {
    this.#forwarded.delete(id as Id);
    const question = this.#own.get(id as Id);
    if (question !== undefined) drop(question, "gave-up");
    return question !== undefined;
  }

  /**
   * A request is over, or the stream beside all. A question ends with the last one that may have asked it.
   *
   * @param isBroken - the server may have begun anew, and take the answer for that to another question
   */
  over(request: OpenRequest | undefined, why: Ending, isBroken: boolean): void {
    for (const question of [...this.#own.values(), ...this.#forwarded.values()]) {
      const { open, over, about } = question;
      if (request !== undefined && !open.delete(request)) continue;
      // What is asked for no certain call came on the stream beside all.
      const isCutOff = request === undefined && isBroken && about === undefined;
      if (open.size > 0 && !isCutOff) continue;
      if (isBroken) drop(question, why);
      else over.abort(why);
    }
  }

  isAskedHere(id: Id): boolean {
    return this.#own.has(id);
  }

  /** Ends the question with this id: the server does not wait for its answer. */
  discard(id: Id): void {
    this.#forwarded.delete(id);
    const question = this.#own.get(id);
    if (question !== undefined) drop(question, "closed");
  }

  end(why: Ending): void {
    for (const question of this.#own.values()) drop(question, why);
    this.#forwarded.clear();
  }

  async #askHere(question: Question, asker: Asker): Promise<void> {
    const { keepAlive, toServer } = this.#parts;
    const { request, call, trust, isFirst, over, open, about: asking } = question;
    const { id, params = {} } = request;
    const { signal } = over;
    this.#own.set(id, question);
    const stops = [...open].map((one) => keepAlive.start(one.request));
    try {
      const about = { call, isFirst, host: trust.name, signal, untilDone: false };
      const result = await asker.ask(params, about);
      if (question.isAwaited)
        toServer({ id, result: { ...answerOrThrow(result as ElicitResult) } }, asking);
    } catch (error) {
      if (!question.isAwaited) return;
      const { code, message, data } = error as { code?: unknown; message: string; data?: unknown };
      const known = typeof code === "number" ? code : INTERNAL_ERROR;
      const failed = { code: known, message, ...(data !== undefined && { data }) };
      toServer({ id, error: failed }, asking);
    } finally {
      for (const stop of stops) stop();
      if (this.#own.get(id) === question) this.#own.delete(id);
    }
  }
}

/** Why a host of 2025 over HTTP gets no request of which the call is not known. */
export const NO_STREAM =
  "It is not certain which call asks this, and the host has no stream open beside its calls (a GET), so it could not be asked.";

/** Ends a question for whose answer the server does not wait. */
function drop(question: Question, why: Ending): void {
  question.isAwaited = false;
  question.over.abort(why);
}
