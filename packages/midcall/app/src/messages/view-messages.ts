import type { AppAnswer } from "../../../src/contracts/app.js";
import type { NextStep } from "../host/tell-model.js";
import type { Asker, ViewState } from "../question/view-state.js";

type Action = AppAnswer["action"];
type Over = Extract<ViewState, { phase: "over" }>["why"];
type Bare = Exclude<ViewState["phase"], "asking" | "done" | "over">;

/** A heading, and what the user can do. */
export interface NoticeText {
  readonly title: string;
  readonly text: string;
}

/** The texts of the View besides those of `midcall/react`, in one language. */
export interface ViewMessages {
  /** The title of the page. */
  readonly title: string;
  /** The heading of a question, and the name of who announces it, where the server is not known. */
  readonly question: string;
  readonly theServer: string;
  /** The phases in which there is no question. */
  readonly phases: Readonly<Record<Bare, NoticeText>>;
  /** What the user has done. */
  readonly done: Readonly<Record<Action, (asker: Asker) => string>>;
  /** How it continues then: `telling` while the chat is being told, `host` where the host takes the answer back. */
  readonly next: Readonly<Record<NextStep | "host" | "telling", (asker: Asker) => string>>;
  /** Why a question has ended without an answer from here. */
  readonly over: Readonly<Record<Over, (asker: Asker) => NoticeText>>;
  /** The errors of an attempt to answer. */
  readonly notPassedOn: (asker: Asker) => string;
  readonly notConfirmed: string;
  readonly notAccepted: string;
  /** Beside the question. */
  readonly openUntil: (time: string) => string;
  readonly moreQuestions: (count: number) => string;
  /**
   * What the model is told in the name of the user, who sees it in the chat: in the language of the user, so that the
   * model goes on in it. It has nothing of the answer in it.
   */
  readonly toModel: Readonly<Record<Action, (asker: Asker) => string>>;
}
