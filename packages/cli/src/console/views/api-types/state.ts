import type { ServerRule } from "midcall/client";
import type { CallView } from "./calls.js";
import type { KeptAnswerView, QuestionsView } from "./questions.js";
import type { RequestView } from "./requests.js";
import type { ServerView } from "./servers.js";

/** A half-typed answer or argument. */
export interface DraftView {
  readonly value: unknown;
  readonly savedAt: number;
}

/** The state that all screens share. Events contain the members that have changed. */
export interface ConsoleState {
  readonly servers: readonly ServerView[];
  readonly questions: QuestionsView;
  /** Oldest first. */
  readonly requests: readonly RequestView[];
  /** Rules that differ from `allow`, by server name. */
  readonly rules: Readonly<Record<string, ServerRule>>;
  /** Newest first, without results. */
  readonly calls: readonly CallView[];
  readonly auditSeq: number;
  /** On the page of bridges: answers that wait for their call to come again, oldest first. */
  readonly kept: readonly KeptAnswerView[];
}

/** The first event of every stream. */
export interface Hello {
  /** The id of the stream. The questions that its page shows count as shown until the stream ends. */
  readonly stream: string;
  readonly version: string;
  readonly stateDir: string;
  /** Whether the page is that of bridges: it has questions, and no servers of its own. */
  readonly isBridge: boolean;
}
