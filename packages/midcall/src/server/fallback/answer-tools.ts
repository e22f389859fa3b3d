import { timingSafeEqual } from "node:crypto";
import { isObject } from "../../internal/is-object.js";
import { answerSchema } from "../../schema/answer-schema.js";
import { describeIssues } from "../../schema/index.js";
import type { Settings } from "../options.js";
import { tooLargeAnswer } from "../state/record-size.js";
import type { Binding } from "../state/request-state.js";
import { askedOf } from "./places/deliveries.js";
import { ANSWER_TOOL, type AnswerResult, type LookResult } from "../../contracts/app.js";
import { RELAY_TOOL } from "./relay-tool.js";
import {
  type AskingParams,
  createQuestionSlots,
  type StoredAnswer,
  type StoredQuestion,
} from "./places/question-slots.js";
import { ownerOf } from "./saved/saved-calls.js";
import { toAppQuestion } from "./saved/waiting-result.js";

/** A request that calls one of the companion tools. */
export interface AnswerToolRequest {
  readonly settings: Settings;
  readonly binding: Binding;
  /** See `sessionOf`. */
  readonly session: string | undefined;
  readonly arguments: unknown;
}

/** The definitions of the companion tools, as `tools/list` has them. */
export const APP_TOOL_DEFINITION: object = {
  name: ANSWER_TOOL,
  title: "Answer a question",
  description: "Used by the view of this server to send the user's answer. Not for models.",
  inputSchema: {
    type: "object",
    properties: {
      id: { type: "string" },
      key: { type: "string" },
      action: { type: "string", enum: ["accept", "decline", "cancel", "look"] },
      content: { type: "object" },
    },
    required: ["id", "key", "action"],
  },
  _meta: { ui: { visibility: ["app"] } },
};

export const RELAY_TOOL_DEFINITION: object = {
  name: RELAY_TOOL,
  title: "Pass on the user's answer",
  description:
    "Passes on what the user has answered to a question of this server. Call it only after a tool of this server has asked for it, " +
    "and only with what the user has said in the chat: never answer for them.",
  inputSchema: {
    type: "object",
    properties: {
      continuation: { type: "string", description: "As given in the question." },
      action: {
        type: "string",
        enum: ["accept", "decline", "cancel"],
        description:
          "accept: the user answered, see content. decline: they said no. cancel: they did not want to answer.",
      },
      content: { type: "object", description: "The user's answer, by field." },
    },
    required: ["continuation", "action"],
  },
};

/** Answers a question in the name of the view. The result is the same for a question that the caller has no right to and for one that never was. */
export async function answerFromView(
  request: AnswerToolRequest,
): Promise<AnswerResult | LookResult> {
  const { settings, binding } = request;
  const slots = createQuestionSlots(settings.callStore, binding.server, settings);
  const { id, key, action, content } = argumentsOf(request);
  const question = await ownQuestion(request, id, "app");
  if (question === undefined || !isSame(question.key, key)) return { status: "unknown" };
  await slots.markOpened(id);
  const isExpired = question.expiresAt <= settings.now();
  if (action === "look") {
    if ((await slots.answerTo(id)) !== undefined) return { status: "answered" };
    if (await slots.isWithdrawn(id)) return { status: "closed" };
    return isExpired
      ? { status: "expired" }
      : { status: "open", question: toAppQuestion(id, question) };
  }
  if (isExpired) return { status: "expired" };
  const answer = await readAnswer(question, action, content, settings);
  if (typeof answer === "string") return { status: "invalid", reason: answer };
  return { status: await slots.answer(id, answer) };
}

/** What became of an answer that the model passed on. */
export type Relayed =
  | { readonly params: AskingParams }
  /** What to say to the model. */
  | { readonly refused: string };

/** Takes the answer that the model passes on. Resolves with the params of the call to go on with. */
export async function answerFromModel(request: AnswerToolRequest): Promise<Relayed> {
  const { settings, binding } = request;
  const slots = createQuestionSlots(settings.callStore, binding.server, settings);
  const { continuation, action, content } = argumentsOf(request);
  const question = await ownQuestion(request, continuation, "relay");
  if (question === undefined) return { refused: NO_QUESTION };
  const answer = await readAnswer(question, action, content, settings);
  if (typeof answer === "string") {
    return {
      refused: `The answer was not accepted: ${answer} Ask the user again; do not mend it yourself.`,
    };
  }
  const status = await slots.answer(continuation, answer);
  if (status === "received") return { params: question.params ?? {} };
  return { refused: status === "expired" ? EXPIRED : NO_QUESTION };
}

const NO_QUESTION =
  "No open question has this continuation: it was answered or withdrawn, or belongs to another user. Nothing was changed.";
const EXPIRED =
  "The time for this question is over. Nothing was changed. Call the tool that asked it again, if the user still wants that.";

interface Arguments {
  readonly id: string;
  readonly key: string;
  readonly continuation: string;
  readonly action: unknown;
  readonly content: unknown;
}

function argumentsOf({ arguments: given }: AnswerToolRequest): Arguments {
  const { id, key, continuation, action, content } = isObject(given) ? given : {};
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return { id: text(id), key: text(key), continuation: text(continuation), action, content };
}

/** The question with this id, if this user was asked it in this way. */
async function ownQuestion(
  { settings, binding, session }: AnswerToolRequest,
  id: string,
  via: StoredQuestion["via"],
): Promise<StoredQuestion | undefined> {
  const owner = ownerOf(binding, session);
  if (owner === undefined || !/^[\w-]{32}$/.test(id)) return undefined;
  const question = await createQuestionSlots(settings.callStore, binding.server, settings).read(id);
  const isOwn = question?.via === via && question.asked === askedOf(owner);
  return isOwn ? question : undefined;
}

/** The answer, or why it is none. */
async function readAnswer(
  { requestedSchema }: StoredQuestion,
  action: unknown,
  content: unknown,
  settings: Settings,
): Promise<StoredAnswer | string> {
  if (action === "decline" || action === "cancel") return { action };
  if (action !== "accept") return 'action must be "accept", "decline" or "cancel".';
  if (!isObject(content) || requestedSchema === undefined) return "content must be an object.";
  const schema = answerSchema(requestedSchema);
  const result = await schema.check(content);
  if (!result.ok) return describeIssues(schema.parsed, result.issues);
  return tooLargeAnswer(result.content, undefined, settings) ?? { action, content: result.content };
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
