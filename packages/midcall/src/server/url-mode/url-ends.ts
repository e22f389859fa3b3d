import type { ElicitRequestURLParams } from "@modelcontextprotocol/server";

/** What a thrown URL needs of the call. */
export interface UrlEnds {
  /** Looks the link over as one of `ctx.elicit`. @throws QuestionError */
  readonly check: (elicitation: ElicitRequestURLParams) => void;
  /** Has the host told when one of these interactions ends, for that many milliseconds. */
  readonly notify: (elicitationIds: readonly string[], forMs?: number) => Promise<void>;
  /** Whether a step of that key was recorded in an earlier run. */
  readonly recorded: (key: string) => boolean;
  /** The clock, and how long a person has for a link. In milliseconds. */
  readonly now: () => number;
  readonly timeoutMs: number;
}
