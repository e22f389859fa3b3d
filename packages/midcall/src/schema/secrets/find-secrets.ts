import { MidcallError } from "../../contracts/errors.js";
import type { FieldSchema, RequestedSchema } from "../requested-schema.js";
import { ABOUT, ASKED, FOR } from "./languages.js";
import {
  ASKING,
  BARE_SECRETS,
  LEADING,
  NOT_ASKED,
  NOT_THE_SECRET_AFTER,
  NOT_THE_SECRET_BEFORE,
  plainWords,
  SECRET_TERMS,
} from "./words.js";
import type { SecretKind } from "./kind.js";

export type { SecretKind } from "./kind.js";

/** A place where a form seems to ask for a secret. */
export interface SecretFinding {
  /** Name of the field; empty where the message asks. */
  readonly field: string;
  /** Which of its texts gave it away. */
  readonly source: "name" | "title" | "description" | "default" | "format" | "message";
  readonly kind: SecretKind;
}

/**
 * A form asks for a secret. What is typed into a form passes through the host, and may reach the model
 * and logs; the specification forbids asking for secrets there.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-security
 */
export class SecretFieldError extends MidcallError {
  static readonly code = "ERR_MIDCALL_SECRET_FIELD";
  override readonly code = "ERR_MIDCALL_SECRET_FIELD";
  readonly findings: readonly SecretFinding[];

  constructor(findings: readonly SecretFinding[]) {
    const places = findings.slice(0, 5).map(({ field, source, kind }) => {
      return field
        ? `the field ${JSON.stringify(field.slice(0, 80))} (${kind}, by its ${source})`
        : `the message (${kind})`;
    });
    super(
      `This form seems to ask for a secret in ${places.join(", ")}. What is typed into a form passes through the host and ` +
        "may reach the model and its logs. Ask in URL mode instead (ctx.elicit(message, url)), or take it from the configuration " +
        'the server is installed with. If it is no secret, or has to be asked this way, say why: allowSensitive: "<reason>".',
    );
    this.findings = findings;
  }
}

// A longer title is a sentence and read like a description.
const TITLE_WORDS = 6;
// A longer clause of a message does not only name something.
const CLAUSE_WORDS = 8;
const LEADING_WORDS = 5;
const GAP_WORDS = 5;

const wordCount = (text: string): number =>
  text.trim() === "" ? 0 : text.trim().split(" ").length;

/** A name or short title: the term itself is enough. */
function inLabel(words: string): SecretKind | undefined {
  return (
    bareSecret(words) ??
    find(
      words,
      (before, after) => !NOT_THE_SECRET_BEFORE.test(before) && !NOT_THE_SECRET_AFTER.test(after),
    )
  );
}

/** A word that is a secret when there is nothing else. */
function bareSecret(words: string): SecretKind | undefined {
  const bare = words
    .replace(LEADING, "")
    .replace(/ \|.*|(?<=\p{L}) ?\d+$| (?<=^(?:pin|token|secret) )(?:for|from|of) .*/u, "");
  return BARE_SECRETS.get(bare);
}

/** A description: it opens with the secret, or asks for it. */
function inDescription(words: string): SecretKind | undefined {
  return find(words, (before, after) => {
    if (NOT_THE_SECRET_AFTER.test(after)) return false;
    const opens =
      !before.includes("|") && wordCount(before) < LEADING_WORDS && !NOT_ASKED.test(before);
    return opens || asks(before);
  });
}

const NEEDED = /^(?: is| are)? (?:please|required|needed)(?! (?:to|for|when|before|by|on))/;
const GROWN = /[\u0590-\uffff]/;
const GROWN_WORDS = 4;
const ALL_IT_SAYS = new RegExp(`^(?: (?:please|${FOR})(?!\\p{L}).*)?$`, "u");

/** A message: it asks for the secret in so many words, or one of its clauses names it and nothing else. */
function asksForSecret(words: string): SecretKind | undefined {
  for (const clause of words.split("|").map((text) => text.trim())) {
    const short = wordCount(clause) <= CLAUSE_WORDS;
    const kind =
      (short && bareSecret(clause)) ||
      find(clause, (before, after, term) => {
        if (NOT_THE_SECRET_AFTER.test(after)) return false;
        if (asks(before) || ASKED.test(clause)) return true;
        if (NOT_THE_SECRET_BEFORE.test(before)) return false;
        if (NEEDED.test(after)) return true;
        // "Passwords" is a heading.
        const one = !/(?:key|token|word|card|code|pin)s$/.test(term);
        if (!short || !one || NOT_ASKED.test(before)) return false;
        // Where words grow at both ends, or are not parted, a few of them only name it.
        return ALL_IT_SAYS.test(after) || (GROWN.test(term) && wordCount(clause) <= GROWN_WORDS);
      });
    if (kind) return kind;
  }
  return undefined;
}

/** Whether what stands before a term ends in a request for it: "please enter your", "what is the". */
function asks(before: string): boolean {
  const clause = before.slice(before.lastIndexOf("|") + 1);
  let gap: string | undefined;
  let start = 0;
  for (const verb of clause.matchAll(ASKING)) {
    gap = clause.slice(verb.index + verb[0].length);
    start = verb.index;
  }
  if (gap === undefined || wordCount(gap) > GAP_WORDS || NOT_ASKED.test(gap)) return false;
  return !/(?:never|not|don t|cannot|without|won t|where|when|once|after|before) (?:\p{L}+ )?$/u.test(
    clause.slice(0, start),
  );
}

function find(
  words: string,
  counts: (before: string, after: string, term: string) => boolean,
): SecretKind | undefined {
  for (const [kind, terms] of SECRET_TERMS) {
    for (const { 0: term, index } of words.matchAll(terms)) {
      // A window around the term keeps the work linear.
      const end = index + term.length;
      const before = words.slice(Math.max(0, index - 120), index);
      const after = words.slice(end, end + 60);
      const clause = before.slice(before.lastIndexOf("|") + 1) + term + after.split("|", 1)[0]!;
      if (!ABOUT.test(clause) && counts(before, after, term)) return kind;
    }
  }
  return undefined;
}

/** What the guard reads of a field a person types into. */
export interface TypedField {
  readonly name: string;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly default?: unknown;
  readonly format?: unknown;
}

/** Whether a person types into this field what could be a secret. */
function isTyped(field: FieldSchema): boolean {
  if (field.type === "number" || field.type === "integer")
    return !("enum" in field || "oneOf" in field || "anyOf" in field);
  if (field.type !== "string" || "enum" in field || "oneOf" in field || "anyOf" in field)
    return false;
  const format: unknown = "format" in field ? field.format : undefined;
  return !["email", "date", "date-time"].includes(format as string);
}

const cache = new WeakMap<RequestedSchema, readonly SecretFinding[]>();

function findInFields(fields: readonly TypedField[]): readonly SecretFinding[] {
  return fields.flatMap((field) => {
    for (const source of ["name", "title", "description", "default"] as const) {
      const text = field[source];
      if (typeof text !== "string") continue;
      const words = plainWords(text);
      const label = source === "name" || (source === "title" && wordCount(words) <= TITLE_WORDS);
      const kind = label ? inLabel(words) : inDescription(words);
      if (kind) return { field: field.name, source, kind };
    }
    const hidden = field.format === "password";
    return hidden ? { field: field.name, source: "format", kind: "password" } : [];
  });
}

/**
 * The same for fields that have been read already: those a person types into, whoever sent them.
 *
 * @returns at most one finding for each field, and one for the message
 */
export function findSecrets(
  typed: readonly TypedField[],
  message?: string,
): readonly SecretFinding[] {
  return withMessage(findInFields(typed), typed, message);
}

/**
 * Looks for fields in which a person would type a secret: a password, passphrase or PIN, an API key or
 * token, a secret key, a recovery phrase, card or bank details, a national ID, a one-time code. Names,
 * titles, descriptions and defaults are read in several wordings and twenty languages; a message counts where
 * it asks for the secret, or a clause of it names nothing else, and the form has a field to type it into.
 * Choices, booleans and dates hold no secret.
 *
 * It is a guard against mistakes, not against an author who wants to get around it.
 *
 * @param schema - a valid requestedSchema; its findings are cached by identity
 * @param message - the question that goes with it
 * @returns at most one finding for each field, and one for the message
 *
 * @example
 * ```ts
 * findSecretFields({ type: "object", properties: { apiKey: { type: "string" } } });
 * // [{ field: "apiKey", source: "name", kind: "API key" }]
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-security
 */
export function findSecretFields(
  schema: RequestedSchema,
  message?: string,
): readonly SecretFinding[] {
  const typed = Object.entries(schema.properties)
    .filter(([, field]) => isTyped(field))
    .map(([name, field]): TypedField => ({ ...field, name }));
  let findings = cache.get(schema);
  if (!findings) cache.set(schema, (findings = findInFields(typed)));
  return withMessage(findings, typed, message);
}

function withMessage(
  findings: readonly SecretFinding[],
  typed: readonly TypedField[],
  message: string | undefined,
): readonly SecretFinding[] {
  const kind = message && typed.length > 0 ? inMessage(message) : undefined;
  return kind ? [...findings, { field: "", source: "message", kind }] : findings;
}

// The same message is read again in every round of a call.
const messages = new Map<string, SecretKind | undefined>();
const MAX_MESSAGES = 200;
const MAX_MESSAGE_LENGTH = 2_000;

function inMessage(message: string): SecretKind | undefined {
  if (messages.has(message)) return messages.get(message);
  const kind = asksForSecret(plainWords(message));
  if (message.length <= MAX_MESSAGE_LENGTH) {
    if (messages.size >= MAX_MESSAGES) messages.delete(messages.keys().next().value!);
    messages.set(message, kind);
  }
  return kind;
}

/** Why a form may ask for what looks like a secret: a reason in writing. Blank does not count. */
export type SecretOverride = string | undefined;

/**
 * Refuses a form that asks for a secret, unless its author says in writing why it may.
 *
 * @param override - the author's `allowSensitive`; anything but a non-blank string overrides nothing
 * @throws {@link SecretFieldError} naming the fields, and the right places to ask
 *
 * @example
 * ```ts
 * assertNoSecrets({ type: "object", properties: { apiKey: { type: "string" } } }); // throws
 * assertNoSecrets(schema, message, "the door code of a public building, printed on its door");
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-security
 */
export function assertNoSecrets(
  schema: RequestedSchema,
  message?: string,
  override?: SecretOverride,
): void {
  if (typeof override === "string" && override.trim() !== "") return;
  const findings = findSecretFields(schema, message);
  if (findings.length > 0) throw new SecretFieldError(findings);
}
