import { createForm } from "midcall/form";
import { patternFor } from "../../answers/matches-pattern.js";
import type { Answer } from "../../answers/read-answers.js";
import { safeJson, safeLine } from "../../safe-text.js";
import { questionLines } from "./question-lines.js";
import { describeField } from "../arguments/describe-field.js";
import type { LoggedQuestion } from "./question-log.js";

/** As many as somebody reads. */
const MOST_TOLD = 50;

/** Why the inbox ended a question by itself. */
const REASONS: Readonly<Record<string, string>> = {
  "no-answer": "The answers file has no answer.",
  "no-ui": "There was nobody to ask.",
  deadline: "It was open for too long.",
  field: "It requires a field that cannot be filled in here.",
  unreadable: "It is no form that can be read.",
  mode: "It is of a kind that is not known here.",
  "rate-limit": "The server asks too often.",
  "queue-full": "The server asks too much at once.",
  blocked: "The server is blocked.",
  "secret-refused": "It asks for a secret in a form.",
  error: "Asking failed.",
  "url:not-a-url": "Its link is no complete web address.",
  "url:too-long": "Its link is too long to check.",
  "url:hidden-characters": "Its link has hidden characters.",
  "url:scheme": "Its link is neither https nor, on this computer, http.",
  "url:credentials": "Its link has a user name or password in it.",
  "url:private-host": "Its link leads into a private network.",
};

/** Names every question that had no answer, with all it takes to write one. Harmless to show. */
export function unansweredReport(
  questions: readonly LoggedQuestion[],
  dropped: number,
  withEntries: boolean,
): string {
  const count = questions.length === 1 ? "1 question" : `${questions.length} questions`;
  const more = dropped > 0 ? ` (and ${dropped} more questions that are not shown)` : "";
  const times = new Map<string, number>();
  for (const question of questions) {
    const part = describe(question, withEntries);
    times.set(part, (times.get(part) ?? 0) + 1);
  }
  const parts = [...times].slice(0, MOST_TOLD).map(([part, number]) => {
    if (number === 1) return part;
    return `${part}\n  (and ${number - 1} more ${number === 2 ? "question" : "questions"} like it)`;
  });
  if (times.size > MOST_TOLD) {
    const left = [...times.values()].slice(MOST_TOLD).reduce((sum, number) => sum + number, 0);
    parts.push(`… and ${left} others. --json lists them.`);
  }
  return [`${count} had no answer${more}:`, ...parts].join("\n\n");
}

function describe(logged: LoggedQuestion, withEntry: boolean): string {
  const { server, tool, message, reason = "", noAnswer: missed } = logged;
  const lines = [
    ...questionLines(server, tool, message),
    `  Why: ${missed?.why ?? REASONS[reason] ?? urlReason(reason)}`,
  ];
  for (const { field, message: wrong } of missed?.issues ?? []) {
    lines.push(`    ${field === "" ? "" : `"${safeLine(field, 100)}": `}${wrong}`);
  }
  const question = missed?.question;
  if (question?.mode === "form") {
    const { fields } = createForm(question.requestedSchema);
    if (fields.length > 0) lines.push("  Fields:");
    for (const field of fields) {
      const title = field.title === undefined ? "" : ` (${safeLine(field.label, 120)})`;
      lines.push(`    "${safeLine(field.name, 100)}"${title}: ${describeField(field)}`);
    }
  }
  if (question?.mode === "url") {
    lines.push(`  Link: ${question.link.url}`);
    lines.push(...question.link.warnings.map((warning) => `    Careful: ${warning.message}`));
  }
  if (question && withEntry) {
    lines.push("  An entry for it, to complete:", `    ${entryFor(question)}`);
  }
  return lines.join("\n");
}

function urlReason(reason: string): string {
  return reason.startsWith("url:")
    ? "Its link is not safe to open."
    : `It was not asked (${safeLine(reason, 60) || "unknown"}).`;
}

/** Required fields are `null`: nothing is sent until somebody has filled them in. */
function entryFor(question: NonNullable<LoggedQuestion["noAnswer"]>["question"]): string {
  const message = patternFor(question.message);
  if (question.mode === "url") {
    return safeJson({ message, action: "accept", url: patternFor(question.link.url) });
  }
  const required = question.schema.fields.filter((field) => field.required);
  const content = Object.fromEntries(required.map(({ name }) => [name, null]));
  return safeJson({ message, action: "accept", content });
}

/** Entries that answered nothing: likely a message that has changed. */
export function unusedReport(answers: readonly Answer[], source: string): string {
  const lines = answers
    .slice(0, 50)
    .map(({ number, message }) => `  entry ${number}: ${safeLine(message, 200)}`);
  const count = answers.length === 1 ? "1 entry" : `${answers.length} entries`;
  return [`${count} of ${source} answered nothing:`, ...lines].join("\n");
}
