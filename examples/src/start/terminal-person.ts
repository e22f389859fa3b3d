import {
  describeIssues,
  type ElicitContent,
  type ParsedSchema,
  parseRequestedSchema,
  validateContent,
} from "midcall/schema";
import { accept, type Answer, cancel, decline, type Question } from "midcall/testing";
import { plainText } from "./plain-text.js";
import { fieldPrompt, readField } from "./read-field.js";
import type { Terminal } from "./terminal.js";

/** Answers questions by asking whoever sits at the terminal, one question at a time. */
export function createTerminalPerson(
  terminal: Terminal,
  server: string,
  signal: () => AbortSignal,
): (question: Question) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = last.then(() => {
      terminal.say(`\n${server} asks:`, "bold");
      terminal.say(plainText(question.message, { multiline: true }));
      return question.mode === "url"
        ? askUrl(terminal, question, signal())
        : askForm(terminal, question, signal());
    });
    last = answer.catch(() => {});
    return answer;
  };
}

async function askForm(
  terminal: Terminal,
  question: Question,
  signal: AbortSignal,
): Promise<Answer> {
  let schema: ParsedSchema;
  try {
    schema = parseRequestedSchema(question.requestedSchema, { unknown: "field" });
  } catch (error) {
    terminal.say(`This form cannot be shown: ${plainText((error as Error).message)}`, "warn");
    return cancel();
  }
  const blocked = schema.fields.filter((field) => field.kind === "unsupported" && field.required);
  for (;;) {
    terminal.say(
      "Fill it in, or type /decline (your answer is no) or /cancel (no answer) at any time.",
      "dim",
    );
    const content = await readFields(terminal, schema, signal);
    if (!isContent(content)) return content;
    if (blocked.length > 0) {
      terminal.say(
        "A required field cannot be shown here, so this can only be declined or cancelled.",
        "warn",
      );
      continue;
    }
    terminal.say(`\n${plainText(JSON.stringify(content))}`, "dim");
    const sure = await terminal.ask("Send this? [y]es, [e]dit, /decline, /cancel > ", signal);
    if (/^y(es)?$/i.test(sure.trim())) return accept(content);
    const refused = refusal(sure);
    if (refused) return refused;
  }
}

function isContent(value: ElicitContent | Answer): value is ElicitContent {
  return !REFUSALS.has(value as Answer);
}

const declined = decline();
const cancelled = cancel();
const REFUSALS: ReadonlySet<Answer> = new Set<Answer>([declined, cancelled]);

function refusal(typed: string): Answer | undefined {
  if (typed.trim() === "/decline") return declined;
  if (typed.trim() === "/cancel") return cancelled;
  return undefined;
}

/** Asks field by field; fields left alone are left out. */
export async function readFields(
  terminal: Terminal,
  schema: ParsedSchema,
  signal?: AbortSignal,
): Promise<ElicitContent | Answer> {
  const content: ElicitContent = {};
  for (const field of schema.fields) {
    for (;;) {
      const line = await terminal.ask(fieldPrompt(field), signal);
      const refused = refusal(line);
      if (refused) return refused;
      const typed = readField(field, line);
      if ("wrong" in typed) {
        terminal.say(typed.wrong, "warn");
        continue;
      }
      const one = { ...schema, fields: field.kind === "unsupported" ? [] : [field] };
      const checked = validateContent(one, "value" in typed ? { [field.name]: typed.value } : {});
      if (!checked.valid) {
        terminal.say(plainText(describeIssues(one, checked.issues)), "warn");
        continue;
      }
      if ("value" in typed) {
        Object.defineProperty(content, field.name, {
          value: typed.value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      break;
    }
  }
  return content;
}

/** Shows where a link leads before anyone agrees to open it. Nothing is fetched or opened here. */
async function askUrl(
  terminal: Terminal,
  question: Question,
  signal: AbortSignal,
): Promise<Answer> {
  const url = URL.canParse(question.url ?? "") ? new URL(question.url ?? "") : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== "" ||
    url.password !== ""
  ) {
    terminal.say(
      `It sent a link that is not safe to open: ${plainText(question.url ?? "none")}. It was declined.`,
      "warn",
    );
    return decline();
  }
  terminal.say(`It wants you to open this page, on the host ${plainText(url.host)}:`);
  terminal.say(`  ${plainText(url.href)}`, "bold");
  if (url.hostname.includes("xn--"))
    terminal.say("The host's name holds letters that can look like others.", "warn");
  for (;;) {
    const typed = await terminal.ask(
      "Agree? [y]es, I open it in my browser; /decline; /cancel > ",
      signal,
    );
    if (/^y(es)?$/i.test(typed.trim())) {
      terminal.say("Open it now; this goes on when you are done there.", "dim");
      return accept();
    }
    const refused = refusal(typed);
    if (refused) return refused;
  }
}
