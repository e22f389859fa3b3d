import type { Question } from "midcall/testing";
import type { ProtocolVersion } from "../../connect/protocol-version.js";
import type { Behaviour } from "./behaviour.js";

/** A tool's result, untrusted. */
export type ToolResult = Readonly<Record<string, unknown>>;

/** How a call ended. */
export type End =
  | { readonly kind: "result"; readonly result: ToolResult }
  /** A JSON-RPC error; its message is untrusted. */
  | { readonly kind: "error"; readonly message: string }
  | { readonly kind: "timeout" }
  /** The same question came again and again, or there were very many. */
  | { readonly kind: "loop"; readonly times: number }
  /** The server's process ended, or the connection was lost. The words are safe to print. */
  | { readonly kind: "lost"; readonly how: string }
  /** The host gave the call up, as this behaviour wants it. */
  | { readonly kind: "given-up" };

/** When the server did not respond to something else, while a question was open or after the call was given up. */
export type Blocked = "while-asking" | "after-giving-up";

/** What was seen in one call. */
export interface Observation {
  readonly protocolVersion: ProtocolVersion;
  readonly tool: string;
  readonly behaviour: Behaviour;
  readonly questions: readonly Question[];
  readonly end: End;
  /** How many responses the call got. */
  readonly responses: number;
  /** The user accepted a link. The doctor opens none, so the server may wait for its page. */
  readonly hasAcceptedLink: boolean;
  /** Invalid content was sent. */
  readonly hasSentInvalid: boolean;
  readonly blocked?: Blocked | undefined;
  /** What the server did with a late answer: the result it sent, or how often it asked again. */
  readonly afterLate?: { readonly result?: ToolResult | undefined; readonly questions: number };
  /** The result of the same round, sent again (2026-07-28). */
  readonly replayed?: ToolResult | undefined;
  /** Why this behaviour could not be tried. */
  readonly skipped?: string | undefined;
}

/** The result of a call that succeeded. */
export function successOf({ end }: Observation): ToolResult | undefined {
  return end.kind === "result" && end.result["isError"] !== true ? end.result : undefined;
}

/** A result as it is compared: its content, word for word. */
export const wording = ({ content, structuredContent }: ToolResult): string =>
  JSON.stringify([content ?? [], structuredContent ?? null]);
