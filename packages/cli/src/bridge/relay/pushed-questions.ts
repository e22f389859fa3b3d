import { answerOrThrow, type ElicitResult } from "midcall/client";
import {
  type Id,
  INTERNAL_ERROR,
  type Members,
  type Request,
  type Response,
} from "../wire/messages.js";
import type { Asker, Ending } from "./asker.js";
import type { HostTrust } from "./host-trust.js";
import type { KeepAlive } from "./keep-alive.js";
import { callOf, type OpenRequest } from "./open-requests.js";

interface PushedParts {
  readonly asker: Asker | undefined;
  readonly keepAlive: KeepAlive;
  toServer(message: Members): void;
  toHost(message: Members, about: Id | undefined): void;
}

/** Where a question comes from. */
interface From {
  /** The call that asks, where that is certain. */
  readonly open: OpenRequest | undefined;
  readonly trust: HostTrust;
  /** A host of 2026-07-28 takes no requests. */
  readonly isModern: boolean;
  /** The request on whose stream the question goes out. */
  readonly about: Id | undefined;
}

interface Forwarded extends From {
  readonly request: Request;
  readonly at: number;
}

/**
 * The questions that a server of 2025 sends as requests: the host is asked if it can show them, and the user here if not.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
export class PushedQuestions {
  readonly #parts: PushedParts;
  /** Those that the host is asked. */
  readonly #forwarded = new Map<Id, Forwarded>();
  /** Those that are asked here. */
  readonly #own = new Map<Id, AbortController>();

  constructor(parts: PushedParts) {
    this.#parts = parts;
  }

  ask(request: Request, from: From): void {
    const { asker } = this.#parts;
    const { params = {} } = request;
    if (asker !== undefined && (from.isModern || !from.trust.shows(params)))
      return void this.#askHere(request, from, asker);
    if (from.isModern) {
      const message = "It is not certain which call asks this, so the host could not be asked.";
      return this.#parts.toServer({ id: request.id, error: { code: INTERNAL_ERROR, message } });
    }
    this.#forwarded.set(request.id, { ...from, request, at: performance.now() });
    this.#parts.toHost(request, from.about);
  }

  /** Takes a response of the host's if it is its own and not its user's: the user is asked here. */
  answered({ id, result }: Response): boolean {
    const forwarded = this.#forwarded.get(id);
    this.#forwarded.delete(id);
    const { asker } = this.#parts;
    if (forwarded === undefined || asker === undefined) return false;
    const { request, trust, at } = forwarded;
    if (!trust.isOwn(request.params ?? {}, result, performance.now() - at)) return false;
    void this.#askHere(request, forwarded, asker);
    return true;
  }

  /** Ends a question that the server has withdrawn. Returns whether it was asked here. */
  withdrawn(id: unknown): boolean {
    this.#forwarded.delete(id as Id);
    const over = this.#own.get(id as Id);
    over?.abort("gave-up" satisfies Ending);
    return over !== undefined;
  }

  end(why: Ending): void {
    for (const over of this.#own.values()) over.abort(why);
  }

  async #askHere({ id, params = {} }: Request, { open, trust }: From, asker: Asker): Promise<void> {
    const { keepAlive, toServer } = this.#parts;
    const over = new AbortController();
    this.#own.set(id, over);
    const stop = open === undefined ? (): void => {} : keepAlive.start(open.request);
    const signal =
      open === undefined ? over.signal : AbortSignal.any([over.signal, open.over.signal]);
    try {
      const call = open && callOf(open.request);
      const about = { call, host: trust.name, signal, untilDone: false };
      const result = await asker.ask(params, about);
      if (!over.signal.aborted)
        toServer({ id, result: { ...answerOrThrow(result as ElicitResult) } });
    } catch (error) {
      if (over.signal.aborted) return;
      const { code, message, data } = error as { code?: unknown; message: string; data?: unknown };
      const known = typeof code === "number" ? code : INTERNAL_ERROR;
      toServer({ id, error: { code: known, message, ...(data !== undefined && { data }) } });
    } finally {
      stop();
      if (this.#own.get(id) === over) this.#own.delete(id);
    }
  }
}
