/*
 * What is needed once there is a question. The provider loads it asynchronously when it is mounted, and a page does not
 * have to wait for it.
 */
export { createForm } from "../../form/index.js";
export { AnyQuestion } from "../answering/any-question.js";
export { FormAnswer } from "../answering/form-answer.js";
export { HeldSections } from "../held/held-sections.js";
export { QuestionDialog } from "../components/question-dialog.js";
export { createDrafts } from "../drafts/drafts.js";
export { InboxFocus } from "../focus/inbox-focus.js";
export { Shortcut } from "../focus/shortcut.js";
export { LinkAnswer } from "../links/link-answer.js";
export { OpenedCards } from "../links/opened-cards.js";
export { sideNews } from "../links/side-news.js";
export { RuleControl } from "../rules/rule-control.js";
export { QUESTION_ENGLISH } from "../question-messages.js";
