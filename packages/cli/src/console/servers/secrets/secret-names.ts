import { findSecretFields } from "midcall/schema";
import { isUrl } from "../../../is-url.js";

/** Replaces what is masked. */
export const MASK = "••••••";

/** Names of the protocol that look like secrets but are not. */
const KNOWN = new Set(["progressToken", "nextCursor", "cursor", "requestId", "elicitationId"]);
/** Names of headers and similar, which `findSecretFields` does not know. */
const ALSO = /^(?:authorization|proxy-authorization|cookie|set-cookie|token|secret|pat|auth)$/i;

const cache = new Map<string, boolean>();
const MOST = 5_000;

/** Whether a member with this name is likely to contain a secret. */
export function isSecretName(name: string): boolean {
  if (KNOWN.has(name) || name.length > 200) return false;
  const known = cache.get(name);
  if (known !== undefined) return known;
  const found =
    ALSO.test(name) ||
    findSecretFields({ type: "object", properties: { [name]: { type: "string" } } }).length > 0;
  if (cache.size >= MOST) cache.clear();
  cache.set(name, found);
  return found;
}

/** A copy of a tool's arguments with likely secrets masked. */
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

/** A URL without its credentials, with parameters that look like secrets masked. */
export function maskUrl(text: string): string {
  if (!isUrl(text)) return text;
  const url = new URL(text);
  if (url.username || url.password) url.username = url.password = "";
  for (const name of [...url.searchParams.keys()]) {
    if (isSecretName(name)) url.searchParams.set(name, "***");
  }
  return url.href;
}

/** As {@link maskUrl}, for an address in which `${NAME}` stands for values: it stays as it is. */
export const maskShownUrl = (text: string): string =>
  text.includes("${")
    ? text.replace(
        /([?&])([^=&#]{1,200})=([^&#]*)/g,
        (found, sign: string, name: string, value: string) =>
          isSecretName(name) && !value.includes("${") ? `${sign}${name}=***` : found,
      )
    : maskUrl(text);
