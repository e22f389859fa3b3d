import type { RequestedSchema } from "../../schema/index.js";

/** Longest a link may live: seven days. */
export const MAX_LINK_MS: number = 7 * 24 * 60 * 60 * 1000;

interface Asked {
  readonly v: 1;
  readonly principal: string;
  readonly server: string;
  readonly message: string;
  readonly askedAt: number;
  readonly expiresAt: number;
  /** What the person has to type before anything is shown. */
  readonly code?: string;
}

export interface SecretFlow extends Asked {
  readonly kind: "secret";
  readonly name: string;
  /** Missing: one secret, kept as a string. */
  readonly schema?: RequestedSchema;
  readonly plain: readonly string[];
  /** Whether the author wants it tried out. */
  readonly checked: boolean;
  readonly secretTtlMs?: number;
}

export interface ConnectFlow extends Asked {
  readonly kind: "connect";
  readonly provider: string;
  readonly scopes: readonly string[];
}

export interface ApprovalFlow extends Asked {
  readonly kind: "approval";
  readonly url?: string;
  readonly label?: string;
}

export interface AnswerFlow extends Asked {
  readonly kind: "answer";
  readonly requestedSchema: RequestedSchema;
  readonly previous?: unknown;
  readonly reason?: string;
}

/** What a link stands for. Lies sealed in the store; holds no secret. */
export type Flow = SecretFlow | ConnectFlow | ApprovalFlow | AnswerFlow;
