import type { Members } from "../wire/messages.js";
import type { AskedCall } from "./open-requests.js";

/** Where a question comes from. */
export interface AskAbout {
  /** The call it belongs to, where that is certain. */
  readonly call: AskedCall | undefined;
  /** The host's name for itself. */
  readonly host: string | undefined;
  /** Identifies the host's own credentials for the server, where it sends any. */
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
