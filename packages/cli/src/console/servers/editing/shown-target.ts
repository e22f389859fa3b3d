import type { Target } from "../../../connect/target.js";
import { RequestError } from "../../errors.js";
import { parseEnteredTarget } from "../entered-target.js";
import { maskWords } from "../secrets/mask-words.js";
import { isSecretName, MASK, maskShownUrl } from "../secrets/secret-names.js";

const URL_MASK = "***";
const isWindows = process.platform === "win32";

/** Quotes a word so that `parseShellWords` returns it. */
function quote(word: string): string {
  if (/^[^\s"'\\]+$/.test(word) || (isWindows && /^[^\s"']+$/.test(word))) return word;
  if (!word.includes("'")) return `'${word}'`;
  return `"${isWindows ? word : word.replace(/["\\$`]/g, "\\$&")}"`;
}

/** A command line or URL for the form, with likely secrets masked. {@link readShownTarget} reads it. */
export const showTarget = (target: Target): string =>
  target.kind === "url"
    ? maskShownUrl(target.url)
    : [target.command, ...maskWords(target.args, target.command)].map(quote).join(" ");

/**
 * Parses what the user has made of a target that was shown to them. Masked parts that are still there get their values
 * back, but only at their own place: in the same option, or the same parameter of the same origin.
 *
 * @throws RequestError
 */
export function readShownTarget(entered: string, before: Target): Target {
  if (entered === showTarget(before)) return before;
  const target = parseEnteredTarget(entered);
  return target.kind === "url" ? restoreUrl(target, before) : restoreWords(target, before);
}

const again = (): RequestError =>
  new RequestError(400, "A masked value cannot be used here. Enter the value itself in its place.");

function restoreUrl(target: Extract<Target, { kind: "url" }>, before: Target): Target {
  const url = new URL(target.url);
  const known = before.kind === "url" ? new URL(before.url) : undefined;
  for (const name of new Set(url.searchParams.keys())) {
    if (url.searchParams.get(name) !== URL_MASK || !isSecretName(name)) continue;
    const value = known?.origin === url.origin ? known.searchParams.get(name) : null;
    if (value === null || value === undefined) throw again();
    url.searchParams.set(name, value);
  }
  return { kind: "url", url: url.href };
}

/** Whether a part of a word is masked. */
const isMasked = (word: string): boolean =>
  word.includes(MASK) || (/^https?:/i.test(word) && word.includes(`=${URL_MASK}`));

/** Where a masked word is: in which option, or behind which. */
const placeOf = (words: readonly string[], index: number): string =>
  words[index] === MASK ? `${words[index - 1] ?? ""} ${MASK}` : words[index]!;

function restoreWords(target: Extract<Target, { kind: "command" }>, before: Target): Target {
  if (target.command.includes(MASK)) throw again();
  const known = new Map<string, string[]>();
  if (before.kind === "command") {
    const masked = maskWords(before.args, before.command);
    masked.forEach((word, index) => {
      if (word === before.args[index]) return;
      const place = placeOf(masked, index);
      known.set(place, [...(known.get(place) ?? []), before.args[index]!]);
    });
  }
  const args = target.args.map((word, index) => {
    const value = known.get(placeOf(target.args, index))?.shift();
    if (value === undefined && isMasked(word)) throw again();
    return value ?? word;
  });
  return { ...target, args };
}
