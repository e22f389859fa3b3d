import { createForm } from "midcall/form";
import { patternFor } from "../../answers/matches-pattern.js";
import type { Answer } from "../../answers/answer.js";
import { safeJson, safeLine } from "../../safe-text.js";
import { questionLines } from "./question-lines.js";
import { describeField } from "../arguments/describe-field.js";
import type { LoggedQuestion } from "./question-log.js";

/** How many questions the report describes. */
const MOST_TOLD = 50;

/** Explanations of the inbox's reason codes. */
const REASONS: Readonly<Record<string, string>> = {
  "no-answer": "The answers file has no answer for it.",
  "no-ui": "No user could answer.",
  deadline: "Its time limit was reached.",
  field: "It requires a field that cannot be shown here.",
  unreadable: "Its form is invalid.",
  "message-too-long": "Its message is too long to be shown whole.",
  mode: "Its mode is not supported.",
  "rate-limit": "The server asked too many questions in a short time.",
  "queue-full": "Too many questions were open.",
  blocked: "The server is blocked.",
  "secret-refused": "It asks for a secret in a form.",
  error: "An error occurred.",
  "url:not-a-url": "Its link is not a complete web address.",
  "url:too-long": "Its link is too long to check.",
  "url:hidden-characters": "Its link contains hidden characters.",
  "url:scheme": "Its link does not use https. (http is allowed only on this computer.)",
  "url:credentials": "Its link contains a user name or password.",
  "url:private-host": "Its link leads to a private network.",
};

/** Describes each unanswered question with what is needed to answer it. Safe to print. */
export function unansweredReport(
  questions: readonly LoggedQuestion[],
  dropped: number,
  withEntries: boolean,
): string {
  const count = questions.length === 1 ? "1 question was" : `${questions.length} questions were`;
  const more = dropped > 0 ? ` (and ${dropped} more, not shown)` : "";
  const times = new Map<string, number>();
  for (const question of questions) {
    const part = describe(question, withEntries);
    times.set(part, (times.get(part) ?? 0) + 1);
  }
  const parts = [...times].slice(0, MOST_TOLD).map(([part, number]) => {
    if (number === 1) return part;
    return `${part}\n  (and ${number - 1} more like it)`;
  });
  if (times.size > MOST_TOLD) {
    const left = [...times.values()].slice(MOST_TOLD).reduce((sum, number) => sum + number, 0);
    parts.push(`… and ${left} more. Use --json to list them.`);
  }
  return [`${count} not answered${more}:`, ...parts].join("\n\n");
}

function describe(logged: LoggedQuestion, withEntry: boolean): string {
  const { server, tool, message, reason = "", noAnswer: missed } = logged;
  const lines = [
    ...questionLines(server, tool, message),
    `  Why: ${missed?.why ?? REASONS[reason] ?? urlReason(reason)}`,
  ];
  for (const { field, message: wrong } of missed?.issues ?? []) {
    lines.push(`    ${field === "" ? "" : `"${safeLine(field, 100)}": `}${safeLine(wrong)}`);
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
    lines.push(
      ...question.link.warnings.map((warning) => `    Warning: ${safeLine(warning.message)}`),
    );
  }
  if (question && withEntry) {
    lines.push("  Complete this entry to answer it:", `    ${entryFor(question)}`);
  }
  return lines.join("\n");
}

function urlReason(reason: string): string {
  return reason.startsWith("url:")
    ? "Its link is not safe to open."
    : `It was not asked (${safeLine(reason, 60) || "unknown"}).`;
}

/** An entry to complete. Required fields are `null`, which is invalid until it is replaced. */
function entryFor(question: NonNullable<LoggedQuestion["noAnswer"]>["question"]): string {
  const message = patternFor(question.message);
  if (question.mode === "url") {
    return safeJson({ message, action: "accept", url: patternFor(question.link.url) });
  }
  const required = question.schema.fields.filter((field) => field.required);
  const content = Object.fromEntries(required.map(({ name }) => [name, null]));
  return safeJson({ message, action: "accept", content });
}

/** Lists the entries that were not used, probably because a message has changed. */
export function unusedReport(answers: readonly Answer[], source: string): string {
  const lines = answers
    .slice(0, 50)
    .map(({ number, message }) => `  entry ${number}: ${safeLine(message, 200)}`);
  const isOne = answers.length === 1;
  const count = isOne ? "1 entry" : `${answers.length} entries`;
  return [`${count} of ${source} ${isOne ? "was" : "were"} not used:`, ...lines].join("\n");
}
