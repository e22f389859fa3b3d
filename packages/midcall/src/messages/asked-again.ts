import type { FormOptions } from "../form/form-types.js";

/**
 * The end of a message in which a server of midcall asks again because of a pattern. It is in English, and hosts of most
 * protocol versions do not know the pattern, so that they could not say it themselves.
 */
const REFUSED = /\n\n(?:This is not "([^\n]+)"|Enter it in the format that the server asks for)\.$/;

/**
 * A server's message, whose last sentence is in the language of the host if it is midcall's own about a pattern. All
 * else is as the server has written it.
 *
 * @param message - safe to show
 * @param issueText - the texts of issues in that language; without one, nothing is changed
 */
export function inLanguage(message: string, issueText: FormOptions["messages"]): string {
  const [why, word = ""] = REFUSED.exec(message) ?? [];
  if (why === undefined) return message;
  const pattern = word && `^\\s*${word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}\\s*$`;
  const issue = { field: "", code: "pattern", params: { pattern }, message: why } as const;
  const text = issueText?.(issue, undefined);
  // Isolated, as its direction may be another than that of the message.
  return text ? `${message.slice(0, -why.length)}\n\n\u2068${text}\u2069` : message;
}
