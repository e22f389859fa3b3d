import { displayText } from "../../../form/text.js";
import { pointer } from "../../../schema/convert/json-copy.js";
import type { ParsedSchema } from "../../../schema/fields.js";
import { readForeignSchema } from "../../../schema/parse/lenient-schema.js";
import { member } from "../../attach/params.js";
import { misplacedSchema } from "../../attach/requested-schema.js";
import type { FormQuestion } from "../question.js";
import type { UrlRefusal } from "../../url-safety/inspect-url.js";

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

/** Longer messages are refused. */
export const LONGEST_MESSAGE = 16_384;

type Explained = Pick<RefusalReason, "field" | "rule" | "advice">;

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
  "message-too-long": [
    `The message is longer than ${LONGEST_MESSAGE.toLocaleString("en")} characters, so this host cannot show all of it.`,
    "Send a shorter message, and put long texts on a page of the server’s own, in URL mode.",
  ],
};

/**
 * Explains why a question was refused: the field, the rule and what to do about it.
 *
 * @param reason - the code of the refusal
 * @param params - the untrusted params of the `elicitation/create`
 * @param known - the question, as far as it could be parsed
 */
export function explainRefusal(reason: string, params: unknown, known: Known = {}): RefusalReason {
  const found =
    explainForm(reason, params, known) ??
    fromTable(LINKS[reason.replace(/^url:/, "") as UrlRefusal] ?? OTHERS[reason]);
  return { reason, ...(found ?? fromTable(OTHERS["unreadable"])!) };
}

const fromTable = (texts: readonly [string, string] | undefined): Explained | undefined =>
  texts && { rule: texts[0], advice: texts[1] };

type Known = Partial<Pick<FormQuestion, "schema" | "secretFields">>;

function explainForm(reason: string, params: unknown, known: Known): Explained | undefined {
  if (reason === "secret-refused") return explainSecrets(known.secretFields ?? []);
  if (reason === "field" && known.schema) return explainField(known.schema);
  const hasMessage = typeof member(params, "message") === "string";
  return reason === "unreadable" && hasMessage ? explainSchema(params) : undefined;
}

const quoted = (name: string): string => `“${displayText(name.slice(0, 100))}”`;

function explainSecrets(names: readonly string[]): Explained {
  return {
    field: names[0],
    rule: `The form seems to ask for a secret: ${names.slice(0, 5).map(quoted).join(", ")}. This host does not send secrets through a form.`,
    advice: "Ask for it on a page of the server’s own, in URL mode.",
  };
}

/** Explains the first field that cannot be shown; a required one comes first. */
function explainField({ fields, requestedSchema, notes }: ParsedSchema): Explained | undefined {
  const unshown = fields.filter(({ kind }) => kind === "unsupported");
  const field = unshown.find(({ required }) => required) ?? unshown[0];
  if (!field) return undefined;
  const { name } = field;
  if (!Object.hasOwn(requestedSchema.properties, name)) {
    return {
      field: name,
      rule: `The field ${quoted(name)} is required, but it is not in “properties”.`,
      advice: "Add that property, or remove its name from “required”.",
    };
  }
  const path = pointer("/properties", name);
  // The last problem noted is the one that ended the reading of the field.
  const note = notes.findLast((one) => one.path.startsWith(`${path}/`));
  const why = note ? displayText(note.message) : "Its description cannot be read.";
  return {
    field: name,
    rule: `The field ${quoted(name)} cannot be shown. ${why}`,
    advice:
      "Use string, number, integer, boolean, or a list of choices, and ask for anything else in another question.",
  };
}

/** Explains why a schema is no form at all. */
function explainSchema(params: unknown): Explained | undefined {
  const misplaced = misplacedIn(params);
  if (misplaced === "url" || misplaced === "elicitationId") {
    return {
      rule: `The question has a member ${quoted(misplaced)}, but its mode is not “url”.`,
      advice: "Send a link with the mode “url”, and a form without a link.",
    };
  }
  if (misplaced !== undefined) {
    return {
      rule: `The question has a member ${quoted(misplaced)} in place of “requestedSchema”.`,
      advice: "Send the schema of the form as “requestedSchema”.",
    };
  }
  const read = readForeignSchema(member(params, "requestedSchema"));
  if (!("refusal" in read)) return undefined;
  const { code, message } = read.refusal;
  return { rule: displayText(message), advice: SCHEMA_ADVICE[code] ?? SCHEMA_ADVICE["shape"]! };
}

function misplacedIn(params: unknown): string | undefined {
  try {
    return misplacedSchema(params);
  } catch {
    return undefined;
  }
}

const SCHEMA_ADVICE: Readonly<Record<string, string>> = {
  limit: "Ask in several questions.",
  unreadable: "Send a shorter schema of plain JSON values.",
  shape: "Describe each field in “properties”, with a type.",
};
