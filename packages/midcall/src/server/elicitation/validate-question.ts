import { assertNoSecrets } from "../../schema/secrets/assert-no-secrets.js";
import type { Field } from "../../schema/index.js";
import { QuestionError } from "../errors.js";
import type { Settings } from "../options.js";
import { LOCAL } from "../principal.js";
import type { FallbackWay } from "../fallback/ways.js";
import type { Draft, FormQuestion, UrlQuestion } from "./question.js";

/** The parts that validating a question needs. */
export interface ValidationParts {
  readonly settings: Pick<Settings, "development" | "logger">;
  readonly principal: string | undefined;
  /** The tool, prompt or resource, for messages. */
  readonly subject: string;
}

/** A shorter name could appear in a URL by chance. */
const SHORTEST_NAME = 4;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const WORD = /[A-Za-z0-9_-]/;
const LINK = /https?:\/\//i;

/**
 * Checks what the protocol requires of servers before a question is sent. Forms: no secrets, no links. URLs: nothing
 * that identifies the user, and https unless the URL is on this machine.
 *
 * @throws QuestionError, SecretFieldError
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#safe-url-handling
 */
export function validateQuestion(draft: Draft, parts: ValidationParts): void {
  if (draft.mode === "url") inspectUrl(draft, parts);
  else inspectForm(draft, parts);
}

/**
 * Checks that a question uses ways of its server's only: a way needs tools or pages that the server has from its start.
 *
 * @param ways - the ways of the server
 * @throws QuestionError
 */
export function validateWays({ fallback = [] }: Draft, ways: readonly FallbackWay[]): void {
  const unknown = fallback.find((way) => !ways.includes(way));
  if (unknown === undefined) return;
  throw new QuestionError(
    `fallback of a question names "${unknown}", which this server does not use: its own ways are ${ways.join(", ")}. ` +
      `Add "${unknown}" to fallback of createElicitation, or leave it out here.`,
  );
}

function inspectUrl({ url }: UrlQuestion, { settings, principal, subject }: ValidationParts): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === "http:" && !LOOPBACK.test(hostname)) {
    const message = `The link to ${hostname} is not encrypted. Use https; plain http is only for this machine.`;
    if (!settings.development) throw new QuestionError(message);
    settings.logger.warn(`midcall: ${subject}: ${message} In production it is refused.`);
  }
  if (principal !== undefined && principal !== LOCAL && carries(url, principal)) {
    throw new QuestionError(
      "The URL contains the name of its user. Use a random token instead, and store on the server whose it is.",
    );
  }
}

/** Whether the URL contains the name as a separate word, not by chance inside a longer one such as a random token. */
function carries(url: string, principal: string): boolean {
  if (principal.length < SHORTEST_NAME) return false;
  const texts = [url];
  try {
    texts.push(decodeURIComponent(url));
  } catch {
    // The percent-encoding is invalid, so only the encoded URL is searched.
  }
  return texts.some((text) => {
    for (let at = text.indexOf(principal); at !== -1; at = text.indexOf(principal, at + 1)) {
      const end = at + principal.length;
      if (!WORD.test(text.slice(at - 1, at)) && !WORD.test(text.slice(end, end + 1))) return true;
    }
    return false;
  });
}

function inspectForm(
  { message, schema, allowSensitive }: FormQuestion,
  { settings, subject }: ValidationParts,
): void {
  assertNoSecrets(schema.requestedSchema, message, allowSensitive);
  if (!settings.development) return;
  if (LINK.test(message) || schema.parsed.fields.some(showsLink)) {
    settings.logger.warn(
      `midcall: ${subject} puts a link into a form, where hosts must not make it clickable. Ask in URL mode instead.`,
    );
  }
}

/** Values are not searched: a URL may well be what the user chooses or fills in. */
function showsLink(field: Field): boolean {
  const options =
    "options" in field ? field.options.filter(({ value, title }) => title !== value) : [];
  return [field.title, field.description, ...options.map(({ title }) => title)].some(
    (shown) => shown !== undefined && LINK.test(shown),
  );
}
