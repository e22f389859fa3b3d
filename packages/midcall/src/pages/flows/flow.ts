import type { RequestedSchema } from "../../schema/index.js";

/** Longest lifetime of a link: seven days. */
export const MAX_LINK_MS: number = 7 * 24 * 60 * 60 * 1000;

interface FlowBase {
  readonly v: 1;
  readonly principal: string;
  readonly server: string;
  /** The tool that asks, if the page names it. */
  readonly tool?: string;
  readonly message: string;
  readonly askedAt: number;
  readonly expiresAt: number;
  /** What the user has to type before the page shows anything. */
  readonly code?: string;
}

export interface SecretFlow extends FlowBase {
  readonly kind: "secret";
  readonly name: string;
  /** Absent: a single secret, stored as a string. */
  readonly schema?: RequestedSchema;
  readonly plain: readonly string[];
  /** Whether the author asked for a live check. */
  readonly checked: boolean;
  readonly secretTtlMs?: number;
}

export interface ConnectFlow extends FlowBase {
  readonly kind: "connect";
  readonly provider: string;
  readonly scopes: readonly string[];
}

export interface ApprovalFlow extends FlowBase {
  readonly kind: "approval";
  readonly url?: string;
  /** The visit ends when the user goes to `url`. */
  readonly endsThere?: true;
  readonly label?: string;
}

export interface AnswerFlow extends FlowBase {
  readonly kind: "answer";
  readonly requestedSchema: RequestedSchema;
  readonly previous?: unknown;
  readonly reason?: string;
}

/** What a link is for. Sealed in the store; contains no secret. */
export type Flow = SecretFlow | ConnectFlow | ApprovalFlow | AnswerFlow;
