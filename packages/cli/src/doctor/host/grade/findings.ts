/** `unclear`: the host or the person; only the person knows. */
export type Status = "right" | "defect" | "unclear" | "not examined";

export interface Meaning {
  readonly status: Status;
  /** What it means. */
  readonly means: string;
  /** What to do about it; empty if there is nothing to do. */
  readonly todo: string;
}

const right = (means: string): Meaning => ({ status: "right", means, todo: "" });
const defect = (means: string, todo: string): Meaning => ({ status: "defect", means, todo });
const unclear = (means: string, todo: string): Meaning => ({ status: "unclear", means, todo });
const notExamined = (means: string, todo: string): Meaning => ({
  status: "not examined",
  means,
  todo,
});

const PASTE = "Paste the override.";
const REPEAT = "If you did what the question said, it is the host's; if not, repeat it.";
const REPORT = "Report it to the host's makers; a server has to check for it.";

/** What each finding means, and what to do about it. */
export const FINDINGS = {
  right: right("It was shown, and the answer came back as it was given."),
  "auto-declined": defect(
    "The host declined or cancelled faster than a person can: you were not asked.",
    PASTE,
  ),
  "auto-accepted": defect(
    "The host accepted faster than a person can: you were not asked.",
    `${PASTE} Trust no yes of this host without it.`,
  ),
  "default-lost": defect(
    "The form's default did not come back.",
    "Fill in defaults on the server where a field is absent.",
  ),
  "falsy-default-lost": defect(
    "A default that is empty, 0 or false did not come back.",
    "Treat an absent field as its default on the server.",
  ),
  "default-changed": unclear("A value other than the default came back.", REPEAT),
  "field-missing": defect(
    "The field that you filled in did not come back.",
    `Do not use this kind of field in this host. ${PASTE}`,
  ),
  "wrong-type": defect(
    "The value came back as another JSON type.",
    "Convert it on the server, or do not use this kind of field in this host.",
  ),
  "wrong-format": defect(
    "The value is not in the format of the field.",
    "Check the format on the server and ask again.",
  ),
  "wrong-value": unclear("A value other than the one that you were asked for came back.", REPEAT),
  "extra-fields": defect("Fields came back that the form does not have.", REPORT),
  "empty-string-sent": defect(
    'A field that was left empty came back as "".',
    'Treat "" of an optional field as absent on the server.',
  ),
  "cancel-as-decline": unclear(
    "You were asked to close the question, and a decline came back.",
    "If you did not press Decline, the host reports closing as declining: treat both as no.",
  ),
  "decline-as-cancel": unclear(
    "You were asked to decline, and a cancel came back.",
    "If you pressed Decline, or there is no such button, the host reports declining as closing.",
  ),
  "declined-instead": unclear("You were asked to accept, and a decline came back.", REPEAT),
  "cancelled-instead": unclear("You were asked to accept, and a cancel came back.", REPEAT),
  "accepted-instead": defect(
    "You were asked not to accept, and an accept came back.",
    "Repeat it. If you did not accept, trust no yes of this host, and report it to its makers.",
  ),
  "closed-early": unclear("The question was answered before the time to wait was over.", REPEAT),
  "no-answer": defect(
    "No answer came in the time that the doctor waits.",
    `If you saw no question, the host does not show it. ${PASTE}`,
  ),
  "call-cancelled": defect(
    "The host gave up the call while its question was open.",
    "Keep questions short, or let the answer arrive later: a repeated call continues.",
  ),
  disconnected: notExamined("The connection ended while the question was open.", "Repeat it."),
  "answer-left-out": defect(
    "The round came back without an answer to this question.",
    "Ask one question in a round; ask again for what is left out.",
  ),
  "round-not-returned": defect(
    "The host did not call again with the answers of this round.",
    `${PASTE} Questions then take another way than rounds.`,
  ),
  "state-changed": defect(
    "The answers came back, but requestState did not come back as it was sent.",
    "Servers refuse such rounds. Report it to the host's makers.",
  ),
  "error-response": defect(
    "The host answered the question with a JSON-RPC error.",
    `It declares this mode and cannot show it. ${PASTE}`,
  ),
  malformed: defect("The response has no action that the specification knows.", REPORT),
  "link-not-opened": unclear(
    "The link was accepted, and its page was not opened on this machine.",
    "If no page opened in your browser, the host reports a consent without opening: give the address in the text too.",
  ),
  "link-opened-without-consent": defect(
    "The page was opened before a person could have agreed, or without an accept.",
    "Never let opening a link alone have an effect: ask on the page.",
  ),
  "views-rendered": right("The view was rendered, and it can call its tools."),
  "views-without-meta": defect(
    "The view was rendered, but the result's _meta did not reach it.",
    "Answers in views need it: use another way to ask in this host.",
  ),
  "views-not-rendered": defect(
    "The host declares views, and this one has not called back.",
    "Call examine_view, wait until it is shown, then call results. Else ask with forms or pages.",
  ),
  "views-undeclared": notExamined("The host does not declare that it renders views.", ""),
  "progress-extends": right("With progress, a call may take longer than without."),
  "progress-ignored": defect(
    "The host gave up a call in spite of progress.",
    "Return before its time limit; let a repeated call continue.",
  ),
  "progress-unwanted": defect(
    "The host asks for no progress, so nothing can keep its clock from running out.",
    "Return before its time limit; let a repeated call continue.",
  ),
  "progress-unclear": unclear(
    "A call with progress was not given up. A host that says nothing when it gives up looks the same.",
    "Compare with examine_time_limit; ask for more seconds.",
  ),
  "time-limit-met": right("The host gave up a call without progress, and said so."),
  "time-limit-not-met": unclear(
    "The call was not given up. A host that says nothing when it gives up looks the same.",
    "If your host showed a time-out, this is wrong; else ask for more seconds.",
  ),
  "stray-answers": defect("Answers came to questions that nobody had asked.", REPORT),
  "late-answers": defect("Answers came after their call was given up.", REPORT),
  open: unclear(
    "It was asked, and no answer has come yet.",
    "If you see no question, the host does not show it: call examine again.",
  ),
  "not-declared": notExamined("The host does not declare this mode, so it may not be asked.", ""),
  "not-in-version": notExamined("This protocol version does not have it.", ""),
  "not-asked": notExamined("It was not asked yet.", "Call examine again, or its own tool."),
} as const satisfies Readonly<Record<string, Meaning>>;

export type Finding = keyof typeof FINDINGS;
