/** Why there is no answer. */
export type NoAnswer =
  /** The doctor has waited for as long as it waits. */
  | "time-limit"
  /** The host gave up the call while the question was open. */
  | "call-cancelled"
  /** The connection ended. */
  | "disconnected"
  /** 2026-07-28: the round came back without an answer to this question. */
  | "left-out"
  /** 2026-07-28: the host went on without this round. */
  | "round-dropped";

/** What came back for a question, exactly as the host sent it. */
export type Received = { readonly tookMs: number } & (
  | { readonly kind: "result"; readonly result: unknown; readonly state: RoundState }
  | { readonly kind: "error"; readonly code: number; readonly message: string }
  | { readonly kind: "none"; readonly why: NoAnswer }
);

/** What became of `requestState`. On 2025 there is none, and it counts as the same. */
export type RoundState = "same" | "changed" | "missing";

/** When the page of a link was opened, in milliseconds after the question was sent. */
export type Visit = number | undefined;
