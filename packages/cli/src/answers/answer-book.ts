import type { ElicitResult, FormQuestion, OpenQuestion } from "midcall/client";
import { accept, cancel, decline } from "midcall/client";
import { createForm } from "midcall/form";
import { safeLine } from "../safe-text.js";
import { enterValue } from "./enter-value.js";
import { matchesLink } from "./link-pattern.js";
import { hasWildcard, matchesPattern } from "./matches-pattern.js";
import { schemaDigest } from "./schema-digest.js";
import type { Answer } from "./answer.js";

/** An issue with an answer, by field. It does not contain the answer. */
export interface AnswerIssue {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** The file's answer to a question, or why there is none. */
export type BookAnswer =
  | { readonly result: ElicitResult }
  | { readonly why: string; readonly issues?: readonly AnswerIssue[] };

/** The answers of a file, each used for the question it names. */
export interface AnswerBook {
  answer(question: OpenQuestion): BookAnswer;
  /** The entries that were not used. */
  unused(): readonly Answer[];
}

/** Creates an answer book. Entries are tried in order, each as often as its `times` says. */
export function createAnswerBook(answers: readonly Answer[]): AnswerBook {
  const left = new Map(answers.map((answer) => [answer, answer.times]));
  const used = new Set<Answer>();

  const use = (answer: Answer): void => {
    used.add(answer);
    left.set(answer, left.get(answer)! - 1);
  };

  return {
    answer(question) {
      const named = answers.filter(({ message }) => matchesPattern(message, question.message));
      const fitting = named.filter((answer) => left.get(answer)! > 0);
      const found = fitting.find((one) => isFor(one, question) && !warningOf(one, question));
      if (!found) return { why: whyNot(question, named, fitting) };
      if (found.ask?.length) return { why: whyAsked(found.number, found.ask) };
      use(found);
      if (found.action === "decline") return { result: decline() };
      if (found.action === "cancel") return { result: cancel() };
      return question.mode === "url" ? { result: accept() } : fillIn(question, found);
    },
    unused: () => answers.filter((answer) => !used.has(answer)),
  };
}

/** Whether an entry with a matching message fits the question's mode, and its form if the entry names one. */
function isFor({ action, content, url, schema }: Answer, question: OpenQuestion): boolean {
  if (question.mode === "form") {
    return (
      url === undefined &&
      (schema === undefined || schema === schemaDigest(question.requestedSchema))
    );
  }
  if (url === undefined) return content === undefined && action !== "accept";
  return matchesLink(url, question.link.url);
}

/** The first warning about a link that an entry would accept without naming the whole of it. */
function warningOf({ action, url }: Answer, question: OpenQuestion): string | undefined {
  if (question.mode !== "url" || action !== "accept") return undefined;
  return url !== undefined && hasWildcard(url) ? question.link.warnings[0]?.message : undefined;
}

function whyNot(
  question: OpenQuestion,
  named: readonly Answer[],
  fitting: readonly Answer[],
): string {
  if (named.length === 0) return "No entry matches this message.";
  const numbers = (list: readonly Answer[]): string => list.map(({ number }) => number).join(", ");
  if (fitting.length === 0) {
    return `Entry ${numbers(named)} has already been used. Set its "times", or add another entry.`;
  }
  const changed = fitting.filter(({ url }) => url === undefined);
  if (question.mode === "form" && changed.length > 0) {
    return `Entry ${numbers(changed)} was recorded for another form: the form has changed since, or it is that of another protocol version. Remove "schema" to use the entry for any form with this message.`;
  }
  const warned = fitting.find((answer) => isFor(answer, question));
  if (warned) {
    return `Entry ${warned.number} matches the link, but there is a warning about it: "${warningOf(warned, question)}" A link with a warning is accepted only if "url" is the whole link, without *.`;
  }
  return question.mode === "url"
    ? `Entry ${numbers(fitting)} matches the message but not the link. To accept a link, "url" must match as well.`
    : `Entry ${numbers(fitting)} matches the message but has a "url", which is only for links.`;
}

function whyAsked(number: number, ask: readonly string[]): string {
  const names = ask.map((name) => `"${safeLine(name, 60)}"`).join(", ");
  return `Entry ${number} leaves out ${names}, because a secret is not recorded. Answer by hand, or add the value to "content" and remove "ask".`;
}

function fillIn(
  { requestedSchema }: FormQuestion,
  { content = {}, content: given, number }: Answer,
): BookAnswer {
  const form = createForm(requestedSchema);
  if (given === undefined && form.fields.length > 0) {
    return {
      why: `Entry ${number} accepts without saying what. Add "content" with the values, or {} for those that the form starts with.`,
    };
  }
  const issues: AnswerIssue[] = [];
  for (const [name, value] of Object.entries(content)) {
    const field = form.fields.find((one) => one.name === name);
    if (!field) {
      const names = form.fields.map((one) => `"${safeLine(one.name, 60)}"`).slice(0, 20);
      const known = names.length > 0 ? `Its fields are ${names.join(", ")}.` : "It has no fields.";
      issues.push({
        field: name,
        code: "unknown",
        message: `The form has no such field. ${known}`,
      });
      continue;
    }
    const wrong = enterValue(form, field, value);
    if (wrong !== undefined) issues.push({ field: name, code: "type", message: wrong });
  }
  const submitted = form.submit();
  if (!submitted.ok) {
    const known = new Set(issues.map(({ field }) => field));
    for (const { field, code, message } of submitted.issues) {
      if (!known.has(field)) issues.push({ field, code, message });
    }
  }
  for (const { name, kind } of submitted.ok ? form.fields : []) {
    const isFilledIn = kind === "boolean" && !Object.hasOwn(content, name);
    if (!isFilledIn || !submitted.ok || submitted.content[name] !== true) continue;
    const message = `The server has filled in a yes, which is only sent if the entry names it: add "${safeLine(name, 60)}": true or false.`;
    issues.push({ field: name, code: "unconfirmed", message });
  }
  if (submitted.ok && issues.length === 0) return { result: accept(submitted.content) };
  return { why: `The content of entry ${number} is invalid for this form.`, issues };
}
