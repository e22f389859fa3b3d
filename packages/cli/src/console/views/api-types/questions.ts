import type { FormQuestion, InboxSnapshot, UrlQuestion } from "midcall/client";

/** An open question without its parsed schema, which the page derives from `requestedSchema`. */
export type QuestionView = Omit<FormQuestion, "schema"> | UrlQuestion;

/** A question of a call and how it was answered, in the answer of `GET /calls/:id/answers`. All texts are safe to show. */
export interface AnsweredQuestionView {
  readonly message: string;
  readonly action: "accept" | "decline" | "cancel";
  /** The values that were sent; likely secrets are masked. */
  readonly fields: readonly { readonly label: string; readonly value: string }[];
  /** For a link: where it leads. */
  readonly host?: string | undefined;
}

/** An answer that is kept until the same call asks the same again. All texts are safe to show. */
export interface KeptAnswerView extends AnsweredQuestionView {
  readonly id: string;
  readonly server: string;
  /** The name of the tool, prompt or resource. */
  readonly tool: string;
  /** The arguments of the call, as JSON on several lines; likely secrets are masked. */
  readonly arguments: string;
  /** When it is no longer used, in milliseconds since the epoch. */
  readonly until: number;
}

/** The open questions. */
export interface QuestionsView {
  readonly showing: readonly QuestionView[];
  /** Without their messages and forms, which are sent when the question is shown. */
  readonly waiting: readonly QuestionView[];
  /** The questions that a limit holds back, one item for each server. */
  readonly held: InboxSnapshot["held"];
  /** The pages that the user has opened, oldest first. */
  readonly links: InboxSnapshot["links"];
}
