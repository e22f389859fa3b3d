import { findSecretFields } from "midcall/schema";

export const MASK = "••••••";

/** What the protocol itself calls so, and what is no secret. */
const KNOWN = new Set(["progressToken", "nextCursor", "cursor", "requestId", "elicitationId"]);
/** Headers and the like, which are no names of form fields. */
const ALSO = /^(?:authorization|proxy-authorization|cookie|set-cookie|token|secret|pat|auth)$/i;

const asked = new Map<string, boolean>();
const MOST = 5_000;

/** Whether a member of that name is likely to hold a secret. */
export function isSecretName(name: string): boolean {
  if (KNOWN.has(name) || name.length > 200) return false;
  const known = asked.get(name);
  if (known !== undefined) return known;
  const found =
    ALSO.test(name) ||
    findSecretFields({ type: "object", properties: { [name]: { type: "string" } } }).length > 0;
  if (asked.size >= MOST) asked.clear();
  asked.set(name, found);
  return found;
}

/** A copy of a tool's arguments without what looks like a secret, to be shown. */
export function maskArguments(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > 20) return MASK;
  if (Array.isArray(value)) return value.map((item) => maskArguments(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isSecretName(name) ? MASK : maskArguments(member, depth + 1),
    ]),
  );
}

/** A command's arguments without secrets: `--api-key X`, `--api-key=X`, `API_KEY=X`. */
export function maskWords(words: readonly string[]): string[] {
  let next = false;
  return words.map((word) => {
    const masked = next;
    next = false;
    const [, flag, name = "", value] = /^(--?|\/)?([\w.-]+)(=[^]*)?$/.exec(word) ?? [];
    const secret = name !== "" && isSecretName(name);
    if (secret && value !== undefined) return `${flag ?? ""}${name}=${MASK}`;
    if (secret && flag !== undefined) {
      next = true;
      return word;
    }
    return masked ? MASK : /^https?:/i.test(word) ? maskUrl(word) : word;
  });
}

/** A URL without its credentials and secret-looking parameters. */
export function maskUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.username || url.password) url.username = url.password = "";
  for (const name of [...url.searchParams.keys()]) {
    if (isSecretName(name)) url.searchParams.set(name, "***");
  }
  return url.href;
}
