import type { FormOptions } from "../form/index.js";

/** Every text of the pages. Those with parameters are functions; what they return is escaped. */
export interface PageMessages {
  /** Language of the texts, as in `<html lang>`. */
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly from: (server: string) => string;
  readonly errorsTitle: string;
  readonly optional: string;
  readonly noAnswer: string;
  readonly yes: string;
  readonly no: string;
  readonly choose: string;
  readonly timeZone: string;
  readonly decline: string;
  readonly cancel: string;
  readonly staleForm: string;
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
  readonly review: string;
  readonly reviewTitle: string;
  readonly send: string;
  readonly change: string;
  readonly unsupported: string;
  readonly unsupportedForm: string;
  readonly backToAssistant: string;
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
  /** Texts for what is wrong with a field, as of `createForm`. */
  readonly issue?: FormOptions["messages"];
}

/** The texts used where none are given. */
export const ENGLISH: PageMessages = {
  lang: "en",
  dir: "ltr",
  from: (server) => `${server} asks`,
  errorsTitle: "Please look at this again",
  optional: "(optional)",
  noAnswer: "No answer",
  yes: "Yes",
  no: "No",
  choose: "Choose…",
  timeZone: "Time zone",
  decline: "No, I decline",
  cancel: "Not now",
  staleForm:
    "This page was out of date, or your browser keeps no cookies, so nothing was sent. Please try once more.",
  signedInAs: (label) => `Signed in as ${label}.`,
  signInTitle: "Sign in to go on",
  signInText: "This page is for one person only. Sign in, so that we know it is you.",
  signIn: "Sign in",
  otherAccount: "Use another account",
  signInFailed: "Signing in did not work. Please try again.",
  codeTitle: "Is it you?",
  codeText: "Your assistant showed a code together with this link.",
  codeLabel: "Code",
  codeWarning:
    "Enter only a code that your own assistant has just shown you. If somebody sent you this link, close the page.",
  codeWrong: "That is not the code for this page.",
  codeEnter: "Enter the code.",
  goOn: "Continue",
  secretTitle: (server) => `${server} needs a secret from you`,
  secretLabel: "Secret",
  secretNote:
    "What you enter here is kept encrypted. Your assistant and its model never get to see it.",
  save: "Save",
  checkFailed: "This was tried out and does not work.",
  checkUnavailable: "This could not be tried out just now, so it was not saved. Please try again.",
  saveFailed: "This could not be saved just now. Please try again.",
  tooLong: "This is longer than can be kept here. Nothing was saved.",
  connectTitle: (provider) => `Connect ${provider}`,
  connectText: (provider, host) => `You will go to ${provider} (${host}) and decide there.`,
  connectScopes: "It asks for permission to",
  connect: (provider) => `Continue to ${provider}`,
  connectFailed: "The connection did not work. Nothing was kept. You can try again.",
  leavingTitle: (host) => `On to ${host}`,
  leavingText: "If nothing happens, use this link:",
  approvalTitle: "Your approval is needed",
  approvalGo: (host) => `Continue to ${host}`,
  approve: "Yes, approve",
  approvalWaiting: "Once you have finished there, your assistant goes on by itself.",
  answerTitle: "A question for you",
  review: "Review",
  reviewTitle: "Is this right?",
  send: "Send",
  change: "Change",
  unsupported: "This part cannot be shown here and is left out.",
  unsupportedForm: "This form cannot be filled in here. You can decline it or leave it.",
  backToAssistant: "You can close this page and go back to your assistant.",
  doneSecret: "Saved",
  doneSecretChecked: "It works, and it is saved",
  doneConnect: "Connected",
  doneApproval: "Done",
  doneAnswer: "Sent",
  declinedTitle: "You declined",
  cancelledTitle: "Called off",
  endedText: "Nothing was sent. You can close this page and go back to your assistant.",
  expiredTitle: "This link has expired",
  expiredText: "Nothing was sent. Ask your assistant to try again; you will get a new link.",
  providerErrorTitle: "The account was not connected",
  providerErrorText: "The other service refused. Ask your assistant to try again if you want to.",
  providerDenied: "You did not allow it there, so nothing was connected.",
  providerLess:
    "You allowed less there than is needed, so nothing was kept. Ask your assistant to try again if you want to.",
  failedTitle: "That did not work",
  failedText: "Ask your assistant to try again; you will get a new link.",
  finishingTitle: "One moment",
  finishingText: "This is just being finished. Reload the page to see how it went.",
  nothingTitle: "There is nothing here for you",
  nothingText:
    "The link may be incomplete, used up or too old, or it is meant for somebody else. Ask your assistant for a new one.",
  tooManyTitle: "Too many attempts",
  tooManyText: "Please wait a minute and try again. Nothing is lost.",
  tooLargeTitle: "That is too much",
  tooLargeText:
    "What you entered is longer than this page can take. Nothing was sent. Go back to shorten it.",
  badRequestTitle: "This cannot be used",
  badRequestText: "The page got something it did not expect. Go back and try again.",
  brokenTitle: "Something went wrong",
  brokenText: "Please try again in a moment. What was saved before is not lost.",
  unconfirmedTitle: "Your assistant may not know yet",
  unconfirmedSaved:
    "What you gave is kept, but your assistant could not be told. Continue to try again.",
  unconfirmedText:
    "It is not certain that your answer got through. Continue to see, and answer once more if you are asked. It counts once.",
};
