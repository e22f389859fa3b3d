import { QuestionError } from "../errors.js";
import { digest } from "../state/canonical-json.js";
import { checkMessage, checkOptions } from "./check-arguments.js";
import type { UrlQuestion, VisitOptions } from "./question.js";
import { isUrl } from "../../internal/is-url.js";

/** Builds a URL question. @throws QuestionError */
export function urlQuestion(
  message: string,
  url: URL | string,
  options: VisitOptions,
): UrlQuestion {
  checkMessage(message);
  checkOptions(options);
  const href = checkUrl(url);
  const { elicitationId, completed, ended, thrown } = options;
  if ("human" in options && options.human !== undefined) {
    throw new QuestionError(
      "human is for forms only: a link is opened by the user, and what happens there has to be checked there.",
    );
  }
  if (elicitationId !== undefined && (typeof elicitationId !== "string" || elicitationId === "")) {
    throw new QuestionError("elicitationId must be a non-empty string.");
  }
  const shape = digest(`url ${href}`);
  const seen = digest(`url ${message.length} ${message} ${shape}`);
  return {
    mode: "url",
    givenKey: options.key,
    digest: seen,
    shape,
    message,
    url: href,
    timeoutMs: options.timeoutMs,
    whenUnavailable: options.whenUnavailable ?? "fail",
    fallback: options.fallback,
    elicitationId,
    completed,
    ended,
    thrown,
  };
}

/**
 * The normalised URL. Only http(s) URLs without credentials are sent.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#safe-url-handling
 */
function checkUrl(url: URL | string): string {
  const parsed = isUrl(String(url)) ? new URL(String(url)) : undefined;
  if (parsed === undefined) {
    throw new QuestionError(
      `"${String(url).slice(0, 200)}" is not an absolute URL. Pass one, or pass a schema to ask for a form.`,
    );
  }
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") {
    throw new QuestionError(`A URL question needs an https URL, not one with ${parsed.protocol}`);
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new QuestionError(
      "The URL contains credentials. A link must not sign the user in; identify the user on the page instead.",
    );
  }
  return parsed.href;
}
