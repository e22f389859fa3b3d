import { jsonRpcError } from "./json-rpc-error.js";

/** How many 2025 sessions may be open at once. */
export interface SessionLimits {
  readonly maxSessions: number;
  readonly maxSessionsPerPrincipal: number;
  /** The limit for all unverified users together. */
  readonly maxAnonymousSessions: number;
}

/** The sessions that are open or about to open, counted by user. */
export class SessionCounts {
  readonly #limits: SessionLimits;
  readonly #byUser = new Map<string | undefined, number>();
  #total = 0;

  constructor(limits: SessionLimits) {
    this.#limits = limits;
  }

  /**
   * Counts one more session.
   *
   * @param user The verified user, or `undefined` if there is none.
   * @returns the refusal when there are too many
   */
  add(user: string | undefined): Response | undefined {
    const { maxSessions, maxSessionsPerPrincipal, maxAnonymousSessions } = this.#limits;
    if (this.#total >= maxSessions)
      return jsonRpcError(503, -32_000, "Too many sessions. Try again later.");
    const mostOfOne = user === undefined ? maxAnonymousSessions : maxSessionsPerPrincipal;
    if (this.#of(user) >= mostOfOne) {
      return jsonRpcError(
        429,
        -32_000,
        user === undefined
          ? "Too many sessions without sign-in. Sign in, or try again later."
          : "Too many sessions of yours. End one with DELETE, or try again later.",
      );
    }
    this.#change(user, 1);
    return undefined;
  }

  /** Counts one session less. */
  remove(user: string | undefined): void {
    this.#change(user, -1);
  }

  #of(user: string | undefined): number {
    return this.#byUser.get(user) ?? 0;
  }

  #change(user: string | undefined, by: 1 | -1): void {
    this.#total += by;
    const left = this.#of(user) + by;
    if (left === 0) this.#byUser.delete(user);
    else this.#byUser.set(user, left);
  }
}
