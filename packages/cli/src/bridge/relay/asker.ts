import type { Members } from "../wire/messages.js";

/** The call of a question. */
export interface AskedCall {
  readonly method: string;
  readonly name: string;
  readonly arguments: unknown;
}

/** Where a question comes from. */
export interface AskAbout {
  /** The call it belongs to, where the protocol says it. */
  readonly call: AskedCall | undefined;
  /** Whether nothing was asked in the call before. A later question may mean what the answers before have made of it. */
  readonly isFirst: boolean;
  /** The host's name for itself. */
  readonly host: string | undefined;
  /** Identifies the credentials for the server: those that the host sends itself, and the sign-in of the bridge. */
  readonly account?: string | undefined;
  /** Aborts when nobody waits for the answer any more; its reason is one of {@link Ending}. */
  readonly signal: AbortSignal;
  /** Whether the answer is awaited until the linked page says that it is done. */
  readonly untilDone: boolean;
}

/** Why nobody waits for an answer any more: `gave-up`: it may be asked again; `closed`: the connection has ended. */
export type Ending = "gave-up" | "closed";

/** Asks the user in midcall's own place. */
export interface Asker {
  /** Resolves with the result of `elicitation/create`. Where no user answered, it is a `cancel` that says so. */
  ask(params: Members, about: AskAbout): Promise<Members>;
  /** A linked page has reported that it is done. */
  complete(elicitationId: string): void;
}
