import type { UrlRefusal, UrlWarning } from "../client/url-safety/inspect-url.js";
import type { FormOptions } from "../form/index.js";
import {
  LIMIT_ENGLISH,
  type LimitMessages,
  SHARED_ENGLISH,
  type SharedMessages,
} from "../messages/shared-messages.js";

/** All texts of the pages. Texts with parameters are functions; what they return is escaped. */
export interface PageMessages extends SharedMessages, LimitMessages {
  /** Language of the texts, as a value of `<html lang>`. */
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly from: (server: string) => string;
  readonly fromTool: (server: string, tool: string) => string;
  readonly errorsTitle: string;
  readonly timeZone: string;
  /** The choice of a time zone on pages that are served on the user's own computer. */
  readonly ownTimeZone: string;
  readonly staleForm: string;
  /** The same, where the form cannot be shown again before the code was entered. */
  readonly staleFormLost: string;
  readonly signedInAs: (label: string) => string;
  readonly signInTitle: string;
  readonly signInText: string;
  readonly signIn: string;
  readonly otherAccount: string;
  readonly signInFailed: string;
  readonly codeTitle: string;
  readonly codeText: string;
  readonly codeLabel: string;
  readonly codeWarning: string;
  readonly codeWrong: string;
  readonly codeEnter: string;
  readonly goOn: string;
  readonly secretTitle: (server: string) => string;
  readonly secretLabel: string;
  readonly secretNote: string;
  readonly save: string;
  readonly checkFailed: string;
  readonly checkUnavailable: string;
  readonly saveFailed: string;
  readonly tooLong: string;
  readonly connectTitle: (provider: string) => string;
  readonly connectText: (provider: string, host: string) => string;
  readonly connectScopes: string;
  readonly connect: (provider: string) => string;
  readonly connectFailed: string;
  readonly leavingTitle: (host: string) => string;
  readonly leavingText: string;
  readonly approvalTitle: string;
  readonly approvalGo: (host: string) => string;
  readonly approve: string;
  readonly approvalWaiting: string;
  readonly answerTitle: string;
  /** Above the answer, on the page that shows how a question ended. */
  readonly answered: string;
  /** Above what the user had entered, on the page of a link that has ended without it. */
  readonly notSent: string;
  readonly unsupported: string;
  readonly unsupportedForm: string;
  readonly backToAssistant: string;
  /** After an answer: a host that could not wait goes on only when it is asked to. */
  readonly backToAssistantAnswered: string;
  readonly doneSecret: string;
  readonly doneSecretChecked: string;
  readonly doneConnect: string;
  readonly doneApproval: string;
  readonly doneAnswer: string;
  readonly declinedTitle: string;
  readonly cancelledTitle: string;
  readonly endedText: string;
  readonly expiredTitle: string;
  readonly expiredText: string;
  readonly providerErrorTitle: string;
  readonly providerErrorText: string;
  readonly providerDenied: string;
  readonly providerLess: string;
  readonly failedTitle: string;
  readonly failedText: string;
  readonly finishingTitle: string;
  readonly finishingText: string;
  readonly nothingTitle: string;
  readonly nothingText: string;
  readonly tooManyTitle: string;
  readonly tooManyText: string;
  readonly tooLargeTitle: string;
  readonly tooLargeText: string;
  readonly badRequestTitle: string;
  readonly badRequestText: string;
  readonly brokenTitle: string;
  readonly brokenText: string;
  readonly unconfirmedTitle: string;
  readonly unconfirmedSaved: string;
  readonly unconfirmedText: string;
  /** Local pages: how many other questions the tab will show. */
  readonly waiting: (count: number) => string;
  readonly nextQuestion: string;
  readonly questionExpiredTitle: string;
  readonly questionExpiredText: string;
  /** On a page whose server has ended, in the place of sending it. */
  readonly serverEnded: string;
  readonly withdrawnTitle: string;
  readonly withdrawnText: string;
  readonly answeredElsewhereTitle: string;
  readonly answeredElsewhereText: string;
  readonly linkTitle: string;
  readonly leadsTo: string;
  /** Where the end of the host that says who owns it is not known. */
  readonly ownerUnknown: string;
  readonly fullAddress: string;
  /** Above the warnings about a link. */
  readonly linkWarnings: string;
  /** Above the reason why a link is not offered. */
  readonly linkRefused: string;
  /** Error messages of fields, as in `messages` of `createForm`. */
  readonly issue?: FormOptions["messages"];
  /** Another text for a warning about a link, or `undefined` for the English one. */
  readonly urlWarning?: ((warning: UrlWarning) => string | undefined) | undefined;
  /** Another text for the reason why a link is not offered, or `undefined` for the English one. */
  readonly urlRefusal?: ((reason: UrlRefusal) => string | undefined) | undefined;
}

/** The default texts, in English. */
export const ENGLISH: PageMessages = {
  ...SHARED_ENGLISH,
  ...LIMIT_ENGLISH,
  lang: "en",
  dir: "ltr",
  from: (server) => `${server} asks`,
  fromTool: (server, tool) => `${server} asks, for its tool ${tool}`,
  errorsTitle: "Please fix the following",
  timeZone: "Time zone",
  ownTimeZone: "Time zone of this computer",
  staleForm:
    "Nothing was sent: this page was out of date, or your browser blocks cookies. Please try again.",
  staleFormLost:
    "Nothing was sent: this page was out of date, or your browser blocks cookies. What you entered is not kept here, but the back button of your browser may show it.",
  signedInAs: (label) => `Signed in as ${label}.`,
  signInTitle: "Sign in to continue",
  signInText: "This page is for one user only. Sign in to confirm that it is you.",
  signIn: "Sign in",
  otherAccount: "Use another account",
  signInFailed: "Sign-in failed. Please try again.",
  codeTitle: "Enter the code",
  codeText: "Your assistant showed a code together with this link.",
  codeLabel: "Code",
  codeWarning:
    "Only enter a code that your own assistant has just shown you. If somebody sent you this link, close the page.",
  codeWrong: "That is not the code for this page.",
  codeEnter: "Enter the code.",
  goOn: "Continue",
  secretTitle: (server) => `${server} needs a secret from you`,
  secretLabel: "Secret",
  secretNote:
    "What you enter here is stored encrypted. Your assistant and its AI model never see it.",
  save: "Save",
  checkFailed: "This was tested and does not work.",
  checkUnavailable: "This could not be tested right now, so it was not saved. Please try again.",
  saveFailed: "This could not be saved right now. Please try again.",
  tooLong: "This is too long to be saved. Nothing was saved.",
  connectTitle: (provider) => `Connect ${provider}`,
  connectText: (provider, host) =>
    `You will be sent to ${provider} (${host}), where you decide whether to allow access.`,
  connectScopes: "These permissions are requested:",
  connect: (provider) => `Continue to ${provider}`,
  connectFailed: "Connecting failed. Nothing was saved. You can try again.",
  leavingTitle: (host) => `Continuing to ${host}`,
  leavingText: "If nothing happens, use this link:",
  approvalTitle: "Your approval is needed",
  approvalGo: (host) => `Continue to ${host}`,
  approve: "Yes, approve",
  approvalWaiting: "When you have finished there, your assistant continues automatically.",
  answerTitle: "A question for you",
  answered: "Your answer",
  notSent: "What you entered was not sent",
  unsupported: "This field cannot be shown here and is left out.",
  unsupportedForm:
    "This form cannot be filled in here. You can decline it, or leave it unanswered.",
  backToAssistant: "You can close this page and go back to your assistant.",
  backToAssistantAnswered:
    "You can close this page and go back to your assistant. If it does not continue by itself, ask it to.",
  doneSecret: "Saved",
  doneSecretChecked: "Tested and saved",
  doneConnect: "Connected",
  doneApproval: "Done",
  doneAnswer: "Sent",
  declinedTitle: "You declined",
  cancelledTitle: "Cancelled",
  endedText: "Nothing was sent. You can close this page and go back to your assistant.",
  expiredTitle: "This link has expired",
  expiredText: "Nothing was sent. Ask your assistant to try again to get a new link.",
  providerErrorTitle: "The account was not connected",
  providerErrorText: "The other service refused. To try again, ask your assistant for a new link.",
  providerDenied: "You did not allow access, so nothing was connected.",
  providerLess:
    "Not all required permissions were granted, so nothing was saved. To try again, ask your assistant for a new link.",
  failedTitle: "Something went wrong",
  failedText: "Ask your assistant to try again to get a new link.",
  finishingTitle: "One moment",
  finishingText: "This is being completed. Reload the page to see the result.",
  nothingTitle: "This link is not available",
  nothingText:
    "It may be incomplete, expired or already used, or meant for another user. Ask your assistant for a new one.",
  tooManyTitle: "Too many attempts",
  tooManyText: "Nothing is lost. Please wait a minute and try again.",
  tooLargeTitle: "Too much text",
  tooLargeText:
    "What you entered is longer than this page accepts. Nothing was sent. Go back and shorten it.",
  badRequestTitle: "This request cannot be processed",
  badRequestText: "The page received something it did not expect. Go back and try again.",
  brokenTitle: "Something went wrong",
  brokenText: "Please try again in a moment. Anything saved earlier is not lost.",
  unconfirmedTitle: "Your assistant may not know yet",
  unconfirmedSaved:
    "Your entry was saved, but we could not notify your assistant. Continue to try again.",
  unconfirmedText:
    "We could not confirm that your answer was received. Continue to check; answering twice is safe.",
  waiting: (count) => `${count} more ${count === 1 ? "question is" : "questions are"} waiting.`,
  nextQuestion: "Next question",
  questionExpiredTitle: "This question has expired",
  questionExpiredText: "Nothing was sent. Ask your assistant to try again.",
  serverEnded: "The program that asked has ended. Nothing was sent. You can close this page.",
  withdrawnTitle: "This question was withdrawn",
  withdrawnText: "Nothing was sent. You can close this page and go back to your assistant.",
  answeredElsewhereTitle: "This question was answered elsewhere",
  answeredElsewhereText:
    "Nothing was sent from this page. You can close it and go back to your assistant.",
  linkTitle: "A link for you",
  leadsTo: "The link leads to",
  ownerUnknown: "Read the address from its end: only the last part says who owns the page.",
  fullAddress: "Full address",
  linkWarnings: "Check this before you open the link:",
  linkRefused: "This link cannot be opened here:",
};
