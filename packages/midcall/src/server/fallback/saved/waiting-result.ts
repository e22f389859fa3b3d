import { Rejection } from "../../framework/rejection.js";
import type { Binding } from "../../state/request-state.js";
import type { Delivery } from "../../state/records.js";
import { type AppQuestion, QUESTION_META } from "../../../contracts/app.js";
import { RELAY_TOOL } from "../relay-tool.js";
import { isLocal } from "../places/deliveries.js";
import type { StoredQuestion } from "../places/question-slots.js";

/** An open question, as the result of its call mentions it. */
export interface WaitingQuestion {
  readonly delivery: Delivery;
  /** The beginning of the question. */
  readonly message: string;
  /** ms since 1970. */
  readonly answerBy: number;
  /** Where it is in the store; absent for one on a page of the network. */
  readonly stored?: StoredQuestion | undefined;
}

/** Marks a result that only says what the user has to do. Its value is the time until which they can, in ISO 8601. */
export const WAITS_FOR_USER = "midcall/waitsForUser";

/** JSON-RPC: the call could not be finished. */
const INTERNAL_ERROR = -32603;

/**
 * The result of a call whose user has not answered yet: what they have to do, and that the same call is to be made again.
 *
 * @param subject - the tool, prompt or resource
 * @param isError - whether the result must be an error, as that of a tool with an output schema
 * @throws Rejection for a prompt or a resource, whose results have no room for it
 */
export function waitingResult(
  questions: readonly WaitingQuestion[],
  { method }: Pick<Binding, "method">,
  subject: string,
  isError = false,
): unknown {
  const text = [...questions.map(sentenceOf), againOf(questions, subject)].join("\n\n");
  return resultOf(text, method, isError, {
    [WAITS_FOR_USER]: new Date(
      Math.min(...questions.map(({ answerBy }) => answerBy)),
    ).toISOString(),
    ...appQuestion(questions),
  });
}

/** What became of a call beside another one, just like it, by the subject. */
const TWINS = {
  /** The later one continues it. */
  later: (subject: string): string =>
    `The same call of ${subject} was made once more, and the later one continues it. ` +
    "Nothing was decided here. Wait for the result of the later call.",
  /** The other one asks already, and this one has answers or steps of its own. */
  "under-way": (subject: string): string =>
    `The same call of ${subject} was made at the same time and is under way already. This one has ended: ` +
    "nothing was decided in it, and what the user answered in it is not used. Wait for the result of the other call.",
  /** The other one has finished it, or is about to. */
  elsewhere: (subject: string): string =>
    `The same call of ${subject} was made at the same time and continues there: its result says what happened. ` +
    "Nothing more was done here. Call it again only to do it once more.",
  /** It has ended, and its result could not be kept for this one. */
  lost: (subject: string): string =>
    `This call of ${subject} has ended while nobody waited for it, and its result was too large to be kept. ` +
    "Do not call it again without a look at what it did.",
} as const;

/** The result of a call that ends beside another one, just like it. */
export function twinResult(
  which: keyof typeof TWINS,
  { method }: Pick<Binding, "method">,
  subject: string,
  isError: boolean,
): unknown {
  return resultOf(TWINS[which](subject), method, isError, {});
}

function resultOf(
  text: string,
  method: string,
  isError: boolean,
  _meta: Record<string, unknown>,
): unknown {
  if (method !== "tools/call") throw new Rejection(INTERNAL_ERROR, text, _meta);
  return { content: [{ type: "text", text }], ...(isError && { isError }), _meta };
}

function sentenceOf({ delivery, message, stored }: WaitingQuestion): string {
  const asked = `“${message}”`;
  const isInStore = delivery.via === "relay" || delivery.via === "app";
  if (isInStore && stored === undefined)
    return `The question ${asked} is gone from where the server keeps it, so nobody can answer it: its time passes without an answer.`;
  if (delivery.via === "relay") return relayed(delivery, stored!);
  if (delivery.via === "app")
    return `The user is asked ${asked} in the view of this call. ${withoutViewOf(stored)}`;
  if (isLocal(delivery)) {
    return `The user is asked ${asked} on a page that this server has opened in their browser.`;
  }
  const code = delivery.code === undefined ? "" : ` The page asks for this code: ${delivery.code}.`;
  return `The user has to answer ${asked} on this page: ${delivery.url}${code} Show them the link; do not open it yourself.`;
}

/** What to do where the host shows no view, or one without the question. */
function withoutViewOf(stored: StoredQuestion | undefined): string {
  return (stored?.elsewhere ?? []).length > 0
    ? "If they see no such question, make the same call again at once: they are then asked elsewhere."
    : "If they see no such question, this app cannot show it, and the call cannot go on here.";
}

function againOf(questions: readonly WaitingQuestion[], subject: string): string {
  if (questions.some(({ delivery }) => delivery.via === "relay"))
    return "Do not answer for the user.";
  const when =
    questions.length === 1 ? "When they have answered" : "When they have answered all of it";
  return `${when}, call ${subject} again with the same arguments: it then goes on. Nothing has been decided yet. Do not answer for them.`;
}

function relayed({ id }: Delivery, { message, requestedSchema, reason }: StoredQuestion): string {
  return [
    `This server has a question for the user. Ask them in the chat, in these words: “${message}”`,
    ...(reason === undefined ? [] : [`Their last answer was not accepted: ${reason}`]),
    `The answer has these fields (JSON Schema): ${JSON.stringify(requestedSchema)}`,
    `Then call ${RELAY_TOOL} with continuation "${id}" and action "accept" with their answer as content, ` +
      '"decline" if they say no, or "cancel" if they do not want to answer.',
  ].join("\n");
}

/** What the view shows: the first question that it has. */
function appQuestion(questions: readonly WaitingQuestion[]): Record<string, unknown> {
  const inView = questions.filter(({ delivery }) => delivery.via === "app");
  const [first] = inView;
  if (first?.stored === undefined) return {};
  return { [QUESTION_META]: toAppQuestion(first.delivery.id, first.stored, inView.length - 1) };
}

/** A stored question as the view gets it. */
export function toAppQuestion(id: string, stored: StoredQuestion, more = 0): AppQuestion {
  const { key, tool, server, message, requestedSchema, reason, previous, expiresAt } = stored;
  return {
    id,
    key,
    tool,
    server,
    message,
    requestedSchema: requestedSchema!,
    ...(reason !== undefined && { reason }),
    ...(previous !== undefined && { previous }),
    expiresAt,
    ...(more > 0 && { more }),
  };
}
