import { displayText } from "../form/text.js";

/** What a terminal remembers from one question to the next. */
export interface TerminalSession {
  /** The title that a server gives itself. */
  readonly serverTitle?: ((server: string) => string | undefined) | undefined;
  /** Whether the keys were explained. */
  isExplained: boolean;
  /** Whether the keys of a choice were explained. */
  isChoiceExplained: boolean;
  /** The servers that were shown by a title of their own. */
  readonly titled: Set<string>;
}

/** Makes a name safe to print. Even a name assigned by the host may come from an untrusted source. */
export function safeName(name: string): string {
  const safe = displayText(name);
  return safe.length > 100 ? `${safe.slice(0, 100)}…` : safe || "—";
}

/** The title that a server gives itself, not safe to print; `undefined` if it has none that says anything. */
export function titleOf({ serverTitle }: TerminalSession, server: string): string | undefined {
  const title = serverTitle?.(server);
  return title !== undefined && displayText(title).trim() !== "" ? title : undefined;
}

/** The name that a server is shown by, safe to print: its title, or else the host's name for it. */
export function nameOf(session: TerminalSession, server: string): string {
  return safeName(titleOf(session, server) ?? server);
}
