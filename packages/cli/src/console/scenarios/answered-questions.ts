import type { ElicitResult, FormQuestion, OpenQuestion } from "midcall/client";
import type { Field } from "midcall/schema";
import { isObject, member } from "../../json.js";
import { isSecretName, MASK } from "../servers/secrets/secret-names.js";
import type { AnsweredQuestionView } from "../views/api-types.js";
import { shownText } from "../views/text.js";

export const LONGEST_MESSAGE = 2_000;
const LONGEST_LABEL = 200;
const LONGEST_VALUE = 1_000;
const MOST_CALLS = 50;
const MOST_ANSWERS = 100;

/** What the user has answered in the latest calls, in memory: for the page, with secrets masked. */
export interface AnsweredQuestions {
  add(call: string, question: OpenQuestion, result: ElicitResult): void;
  /** Oldest first. */
  of(call: string): readonly AnsweredQuestionView[];
}

export function createAnsweredQuestions(): AnsweredQuestions {
  const calls = new Map<string, AnsweredQuestionView[]>();
  return {
    add(call, question, result) {
      const list = calls.get(call) ?? [];
      if (list.length < MOST_ANSWERS) list.push(toView(question, result));
      calls.delete(call);
      calls.set(call, list);
      if (calls.size > MOST_CALLS) calls.delete(calls.keys().next().value!);
    },
    of: (call) => calls.get(call) ?? [],
  };
}

function toView(question: OpenQuestion, result: ElicitResult): AnsweredQuestionView {
  const { action } = result;
  const message = shownText(question.message, LONGEST_MESSAGE, true);
  if (question.mode === "url") {
    return { message, action, fields: [], host: question.link.parts.highlight };
  }
  const given = result.action === "accept" ? result.content : undefined;
  return { message, action, fields: shownFields(question, given) };
}

/** The values of an answer, with likely secrets masked. */
export function shownFields(
  { schema, secretFields }: Pick<FormQuestion, "schema" | "secretFields">,
  content: unknown,
): AnsweredQuestionView["fields"] {
  const given = isObject(content) ? content : {};
  const secret = new Set(secretFields);
  return schema.fields.flatMap((field) => {
    const value = member(given, field.name);
    if (value === undefined) return [];
    const isSecret = secret.has(field.name) || isSecretName(field.name);
    const label =
      shownText(field.title, LONGEST_LABEL) || shownText(field.name, LONGEST_LABEL) || "—";
    return [{ label, value: isSecret ? MASK : textOf(titled(field, value)) }];
  });
}

/** Yes and no in the words of their options, if they have such. */
function titled(field: Field, value: unknown): unknown {
  if (typeof value !== "boolean" || field.kind !== "select") return value;
  return field.options.find((option) => option.value === value)?.title ?? value;
}

const textOf = (value: unknown): string => {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = Array.isArray(value) ? value.map(String).join(", ") : String(value);
  return shownText(text, LONGEST_VALUE, true);
};
