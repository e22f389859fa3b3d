import type { ReviewMode } from "../form/answer-layout.js";
import type { Base } from "../pages/http/base.js";
import type { Replies } from "../pages/http/replies.js";
import type { Sessions } from "../pages/identity/session.js";
import type { Keys } from "../pages/flows/keys.js";
import type { PagesLogger } from "../pages/logger.js";
import type { PageMessages } from "../pages/messages.js";
import type { SubmissionState } from "../pages/views/submission-state.js";
import type { OpenQuestion } from "./open-question.js";
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
  /** Called for each request of the user's browser. */
  readonly visited: (question: OpenQuestion) => void;
  /** The question to go on to after an answer, if there is one or comes at once. */
  readonly upNext: () => Promise<OpenQuestion | undefined>;
}

/** The same with the texts of one language. */
export interface LocalizedSite extends SiteServices {
  readonly texts: PageMessages;
  readonly replies: Replies;
}

export const pathOfQuestion = ({ token }: OpenQuestion): string => `/q/${token}`;
