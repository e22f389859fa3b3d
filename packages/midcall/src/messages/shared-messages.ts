/**
 * The words that React, the terminal and the pages share, so that one action has one name wherever a user meets it.
 * Each of them extends this catalogue with the texts that only it needs.
 */
export interface SharedMessages {
  /** Explicitly refuses the question. */
  readonly decline: string;
  /** Closes the question without an answer. */
  readonly cancel: string;
  /** Sends the answer. */
  readonly send: string;
  /** Shows the answer once more before it is sent. */
  readonly review: string;
  /** The heading above that answer. */
  readonly reviewTitle: string;
  /** Returns from the review to the fields. */
  readonly edit: string;
  /** Accepts a form that has no fields. */
  readonly agree: string;
  readonly yes: string;
  readonly no: string;
  /** The choice that leaves an optional field out. */
  readonly noAnswer: string;
  /** In a review: a field that is left out. */
  readonly notAnswered: string;
  /** In a review: a value that the server has filled in and the user has not changed. */
  readonly suggested: string;
  readonly required: string;
  readonly optional: string;
  /** The first entry of a drop-down list in which nothing is chosen. */
  readonly choose: string;
  /** @param host - the part of the address that stands out */
  readonly open: (host: string) => string;
  readonly openAgain: string;
  /** Continues after a page was opened, where nothing else reports that it is finished. */
  readonly continue: string;
}

/** What a range of a field counts. */
export type RangeOf = "number" | "characters" | "options";

/** The words for the limits of a field that React and the pages share; a line in a terminal has shorter ones. */
export interface LimitMessages {
  /** Describes the limits of a field, both included. */
  readonly between: (low: number, high: number, of: RangeOf) => string;
  /** Says in advance that a text must have a format. */
  readonly checkedFormat: string;
}

/** The English words for limits. */
export const LIMIT_ENGLISH: LimitMessages = {
  between: (low, high, of) => {
    const range = low === high ? String(low) : `${low} to ${high}`;
    if (of === "options") return `Choose ${range}.`;
    return `Enter ${range}${of === "characters" ? " characters" : ""}.`;
  },
  checkedFormat: "The server checks the format.",
};

/** The English words. */
export const SHARED_ENGLISH: SharedMessages = {
  decline: "Decline",
  cancel: "Not now",
  send: "Send",
  review: "Review",
  reviewTitle: "Check your answer",
  edit: "Edit",
  agree: "Agree",
  yes: "Yes",
  no: "No",
  noAnswer: "No answer",
  notAnswered: "Not answered",
  suggested: "suggested by the server",
  required: "required",
  optional: "optional",
  choose: "Choose…",
  open: (host) => `Open ${host}`,
  openAgain: "Open again",
  continue: "I’m done, continue",
};
