import {
  ANSWER_TOOL,
  type AnswerArguments,
  type AnswerResult,
  type AppAnswer,
  type LookResult,
} from "../../../src/contracts/app.js";
import { displayText } from "../../../src/form/index.js";
import { isObject } from "../../../src/internal/is-object.js";
import type { Connection } from "../host/json-rpc.js";
import { readQuestion, type ToolQuestion } from "./read-question.js";

/** What became of an answer: the server's word, or that the host did not pass it on (`refused`). */
export type Sent =
  | { readonly status: Exclude<AnswerResult["status"], "invalid"> | "refused" }
  | { readonly status: "invalid"; readonly reason: string };

/** What became of a question; `undefined` if the server could not be asked. */
export type Looked =
  | { readonly status: LookResult["status"]; readonly question: ToolQuestion | undefined }
  | undefined;

const SENT = ["received", "invalid", "closed", "expired", "unknown"] as const;
const LOOKED = ["open", "answered", "closed", "expired", "unknown"] as const;

/** The structured content of a result. Some hosts pass on only its text, which is the same as JSON. */
function structuredContent(result: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(result)) return {};
  const { structuredContent: structured, content } = result;
  if (isObject(structured)) return structured;
  const [first] = Array.isArray(content) ? (content as readonly unknown[]) : [];
  try {
    const parsed: unknown = JSON.parse(String(isObject(first) ? first["text"] : ""));
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

const oneOf = <T extends string>(all: readonly T[], status: unknown): T | undefined =>
  all.find((one) => one === status);

function callTool(connection: Connection, args: AnswerArguments): Promise<unknown> {
  return connection.request("tools/call", { name: ANSWER_TOOL, arguments: args });
}

/** Sends an answer through the host. It never rejects. The key is in the arguments and nowhere else. */
export async function sendAnswer(
  connection: Connection,
  { id, key }: ToolQuestion,
  answer: AppAnswer,
): Promise<Sent> {
  try {
    const said = structuredContent(await callTool(connection, { id, key, ...answer }));
    const status = oneOf(SENT, said["status"]);
    if (!status) return { status: "refused" };
    if (status !== "invalid") return { status };
    const { reason } = said;
    return { status, reason: typeof reason === "string" ? displayText(reason) : "" };
  } catch {
    return { status: "refused" };
  }
}

/** Asks the server what has become of a question. It never rejects. */
export async function look(connection: Connection, { id, key }: ToolQuestion): Promise<Looked> {
  try {
    const said = structuredContent(await callTool(connection, { id, key, action: "look" }));
    const status = oneOf(LOOKED, said["status"]);
    if (!status) return undefined;
    const question = readQuestion(said["question"]);
    return { status, question: question?.id === id ? question : undefined };
  } catch {
    return undefined;
  }
}
