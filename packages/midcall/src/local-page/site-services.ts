import type { ReviewMode } from "../form/answer-layout.js";
import type { Base } from "../pages/http/base.js";
import type { Replies } from "../pages/http/replies.js";
import { type Session, sessionKeyOf, type Sessions } from "../pages/identity/session.js";
import type { Keys } from "../pages/flows/keys.js";
import type { PagesLogger } from "../pages/logger.js";
import type { PageMessages } from "../pages/messages.js";
import type { SubmissionState } from "../pages/views/submission-state.js";
import type { OpenQuestion } from "./open-question.js";
import type { Passes } from "./passes.js";
import type { QuestionList } from "./question-list.js";
import type { Tickets } from "./tickets.js";

/** What the requests of a local page share. */
export interface SiteServices {
  readonly base: Base;
  readonly review: ReviewMode;
  readonly keys: Keys;
  readonly sessions: Sessions;
  readonly submissions: SubmissionState;
  readonly logger: PagesLogger;
  readonly questions: QuestionList;
  readonly tickets: Tickets;
  readonly passes: Passes;
  /** Called for each request of the user's browser. */
  readonly visited: (question: OpenQuestion) => void;
  /** Opens the page anew, in the browser of the user. */
  readonly openAgain: (question: OpenQuestion) => void;
  /** The question to go on to after an answer, if there is one or comes at once. */
  readonly upNext: () => Promise<OpenQuestion | undefined>;
}

/** The same with the texts of one language. */
export interface LocalizedSite extends SiteServices {
  readonly texts: PageMessages;
  readonly replies: Replies;
}

/** The same for a browser that was let in. */
export interface VisitedSite extends LocalizedSite {
  readonly session: Session;
  /** Whether it has sent its cookie. */
  readonly hasCookie: boolean;
}

export const pathOfQuestion = ({ token }: OpenQuestion): string => `/q/${token}`;

/** A path at which this browser gets the page of a question, whether it has kept its cookie or not. */
export function wayTo({ session, hasCookie, passes }: VisitedSite, question: OpenQuestion): string {
  const path = pathOfQuestion(question);
  // A cookie that has come will come again.
  if (hasCookie) return path;
  return `${path}/${passes.issue(question.token, sessionKeyOf(session))}`;
}
