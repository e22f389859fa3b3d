import { displayText } from "../../form/text.js";
import { SchemaError, type SchemaIssue } from "../../schema/parse/schema-error.js";
import { parseRequestedSchema } from "../../schema/parse/parse.js";
import { member } from "../attach/params.js";
import type { FormQuestion } from "./question.js";
import type { UrlRefusal } from "../url-safety/inspect-url.js";

/** Why a question was refused without being shown, for the author of its server. Texts are safe to show. */
export interface RefusalReason {
  /** The code that the server receives, as in {@link cannotAsk}. */
  readonly reason: string;
  /** The name of the field concerned, exactly as in the schema. */
  readonly field?: string | undefined;
  /** The rule that the question breaks, in one sentence. */
  readonly rule: string;
  /** What the server's author can do, in one sentence. */
  readonly advice: string;
}

type Explained = Pick<RefusalReason, "field" | "rule" | "advice">;

const SPEC_FIELDS =
  "Use string, number, integer, boolean, or a list of choices; ask for anything else in several questions.";

const LINKS: Readonly<Record<UrlRefusal, readonly [rule: string, advice: string]>> = {
  "not-a-url": ["The link is not a complete web address.", "Send an absolute URL with https."],
  "too-long": [
    "The link is longer than 8,192 characters, or its host longer than 253.",
    "Keep the data on the server, and send a short link with an id.",
  ],
  "hidden-characters": [
    "The link contains white space, invisible characters or a backslash.",
    "Encode the parts of the link with encodeURIComponent.",
  ],
  scheme: [
    "The link does not use https.",
    "Serve the page over https; http is only for addresses of this computer.",
  ],
  credentials: [
    "The link contains a user name or a password.",
    "Remove the part before the @, and let the page ask the user to sign in.",
  ],
  "private-host": [
    "The link leads to a private network.",
    "Use a public host, or let the host allow this one with urlSafety.allowPrivate.",
  ],
};

const OTHERS: Readonly<Record<string, readonly [rule: string, advice: string]>> = {
  mode: [
    "This host does not show questions of this mode.",
    "Use a mode of the client’s elicitation capability: form, or url where it is declared.",
  ],
  unreadable: [
    "The question has no message, which must be a string.",
    "Send a message that says what is asked, and why.",
  ],
  "no-ui": [
    "There is no user interface that could show the question.",
    "Tell the user how to go on without an answer.",
  ],
  blocked: ["The user has blocked the questions of this server.", "Ask less, and say why you ask."],
  "rate-limit": [
    "The server has asked too many questions in a short time.",
    "Ask for several values in one form.",
  ],
  "queue-full": ["Too many questions are open.", "Ask for several values in one form."],
  error: [
    "An error occurred in this host.",
    "Try again; if it stays, report it to the host’s author.",
  ],
};

/**
 * Explains why a question was refused: the field, the rule and what to do about it.
 *
 * @param reason - the code of the refusal
 * @param params - the untrusted params of the `elicitation/create`
 * @param known - the question, as far as it could be parsed
 */
export function explainRefusal(
  reason: string,
  params: unknown,
  known: Partial<Pick<FormQuestion, "schema" | "secretFields">> = {},
): RefusalReason {
  const found =
    explainForm(reason, params, known) ??
    fromTable(LINKS[reason.replace(/^url:/, "") as UrlRefusal] ?? OTHERS[reason]);
  return { reason, ...(found ?? fromTable(OTHERS["error"])!) };
}

const fromTable = (texts: readonly [string, string] | undefined): Explained | undefined =>
  texts && { rule: texts[0], advice: texts[1] };

function explainForm(
  reason: string,
  params: unknown,
  known: Partial<Pick<FormQuestion, "schema" | "secretFields">>,
): Explained | undefined {
  const { secretFields = [] } = known;
  const schema = member(params, "requestedSchema");
  if (reason === "secret-refused") {
    const names = secretFields.map((name) => `“${displayText(name.slice(0, 100))}”`).join(", ");
    return {
      field: secretFields[0],
      rule: `The form seems to ask for a secret: ${names}. This host does not send secrets through a form.`,
      advice: "Ask for it on a page of the server’s own, in URL mode.",
    };
  }
  if (reason !== "field" && reason !== "unreadable") return undefined;
  if (typeof member(params, "message") !== "string") return undefined;
  const issues = issuesOf(schema);
  const unshown = new Set(
    known.schema?.fields.filter(({ kind }) => kind === "unsupported").map(({ name }) => name),
  );
  const issue = issues.find((one) => stands(one, unshown)) ?? issues[0];
  return issue && explainIssue(schema, issue);
}

/** All problems of a schema, as its author would be told. */
function issuesOf(schema: unknown): readonly SchemaIssue[] {
  try {
    parseRequestedSchema(schema);
    return [];
  } catch (error) {
    return error instanceof SchemaError ? error.issues : [];
  }
}

/** Whether an issue is the one that stands in the way: it concerns the whole form, or a field that cannot be shown. */
function stands({ path, code }: SchemaIssue, unshown: ReadonlySet<string>): boolean {
  const name = fieldAt(path);
  return name === undefined ? /^(shape|limit|required|unreadable)$/.test(code) : unshown.has(name);
}

/** The name of the field that a JSON pointer leads to. */
function fieldAt(path: string): string | undefined {
  const part = /^\/properties\/([^/]*)/.exec(path)?.[1];
  return part?.replaceAll("~1", "/").replaceAll("~0", "~");
}

function explainIssue(schema: unknown, { path, code, message }: SchemaIssue): Explained {
  const field = fieldAt(path);
  const shown = (text: string): string => displayText(text.slice(0, 300));
  if (field !== undefined) {
    const keyword = path.slice(`/properties/${path.split("/")[2]}`.length + 1);
    const subject = keyword === "" ? "It" : `Its ${keyword.replaceAll("/", " ")}`;
    return {
      field,
      rule: `The field “${shown(field)}” cannot be shown. ${subject} ${shown(message)}`,
      advice: SPEC_FIELDS,
    };
  }
  if (code === "required") {
    return {
      rule: `The schema’s “required” ${shown(message)}`,
      advice: "Add that property, or remove its name from “required”.",
    };
  }
  if (code === "limit") {
    return {
      rule: `The form ${shown(message)} This is a limit of this host, not of the protocol.`,
      advice: "Ask in several questions.",
    };
  }
  return {
    rule: shown(message),
    advice: 'Send an object schema: { "type": "object", "properties": { … } }.',
  };
}
