import type { ProtocolVersion } from "../../../connect/protocol-version.js";
import type { Behaviour } from "../behaviour.js";

/** What can be wrong with a server. */
export type Fault =
  | "hangs"
  | "loops"
  | "crashes"
  | "blocked"
  | "asks-for-secret"
  | "decline-as-yes"
  | "cancel-as-yes"
  | "silence-as-yes"
  | "accepts-invalid"
  | "uses-late-answer"
  | "uses-answer-twice"
  | "responds-twice"
  | "cannot-connect";

/** One fault of the server. All texts are safe to print. */
export interface Finding {
  readonly fault: Fault;
  readonly severity: "error" | "warning";
  /** The doctor sees only messages: what it infers from them is a suspicion. */
  readonly certainty: "certain" | "suspect";
  readonly protocolVersion: ProtocolVersion | undefined;
  readonly tool: string | undefined;
  /** The message of the question that it happened at. */
  readonly question: string | undefined;
  readonly behaviour: Behaviour | undefined;
  /** What was seen. */
  readonly seen: string;
  /** What to do. */
  readonly advice: string;
}

/** The name of each fault in the report. */
export const TITLES: Readonly<Record<Fault, string>> = {
  hangs: "hangs",
  loops: "asks without end",
  crashes: "crashes",
  blocked: "is blocked by a question",
  "asks-for-secret": "asks for a secret in a form",
  "decline-as-yes": "treats a decline as a yes",
  "cancel-as-yes": "treats a cancel as a yes",
  "silence-as-yes": "treats silence as a yes",
  "accepts-invalid": "accepts invalid content",
  "uses-late-answer": "uses a late answer",
  "uses-answer-twice": "uses an answer twice",
  "responds-twice": "responds twice",
  "cannot-connect": "cannot be connected to",
};

const AS_YES =
  'Check that "action" is "accept" before you use an answer, and let the result say what the user decided.';

/** What to do about each fault. */
export const ADVICE: Readonly<Record<Fault, string>> = {
  hangs:
    "End the call with a result for every action and every answer, and give each wait a time limit.",
  loops: "Limit how often a question is repeated, and end the call after a decline or cancel.",
  crashes: "Catch errors around the question: whatever the client answers must end this call only.",
  blocked:
    "Wait for answers without holding up other requests, and stop waiting when a call is cancelled.",
  "asks-for-secret":
    "Ask for secrets with a link to a page of your own (URL mode): a form passes through the client and may reach the model.",
  "decline-as-yes": AS_YES,
  "cancel-as-yes": AS_YES,
  "silence-as-yes": "Treat a question that nobody has answered as not answered, never as accepted.",
  "accepts-invalid":
    "Validate the content against the schema that you sent, and ask again or fail if it does not match.",
  "uses-late-answer":
    "End the handler when the client cancels the call, withdraw its open questions, and ignore their answers.",
  "uses-answer-twice":
    "Use an answer once: forget its question when the first answer arrives, and make a repeated round give the same result.",
  "responds-twice": "Send exactly one response to each request.",
  "cannot-connect": "Check the command or URL, and that the server starts when it is run by hand.",
};
