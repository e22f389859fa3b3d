import { ABOUT, ASKED, FOR } from "./languages.js";
import {
  ANY_SECRET_TERM,
  ASKING,
  BARE_SECRETS,
  LEADING,
  NOT_ASKED,
  NOT_THE_SECRET_AFTER,
  NOT_THE_SECRET_BEFORE,
  PUBLIC_AFTER,
  PUBLIC_BEFORE,
  SECRET_TERMS,
} from "./words.js";
import type { SecretKind } from "./kind.js";

// A longer clause of a message does more than name a secret.
const CLAUSE_WORDS = 8;
const LEADING_WORDS = 5;
const GAP_WORDS = 5;

/** The number of words in a text. */
export const wordCount = (text: string): number =>
  text.trim() === "" ? 0 : text.trim().split(" ").length;

/** The secret that a name or short title asks for. The term alone is sufficient. */
export function inLabel(words: string): SecretKind | undefined {
  return (
    bareSecret(words) ??
    find(
      words,
      (before, after) => !NOT_THE_SECRET_BEFORE.test(before) && !NOT_THE_SECRET_AFTER.test(after),
    )
  );
}

/** The secret for a word that means one only if it is the whole text. */
function bareSecret(words: string): SecretKind | undefined {
  const bare = words
    .replace(LEADING, "")
    .replace(/ \|.*|(?<=\p{L}) ?\d+$| (?<=^(?:pin|token|secret) )(?:for|from|of) .*/u, "");
  return BARE_SECRETS.get(bare);
}

/** The secret that a description asks for: the description starts with it or requests it. */
export function inDescription(words: string): SecretKind | undefined {
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

/**
 * The secret that a message asks for: the message requests it explicitly, or one of its clauses names only the secret.
 */
export function asksForSecret(words: string): SecretKind | undefined {
  // Most messages name none.
  if (!ANY_SECRET_TERM.test(words)) return undefined;
  for (const clause of words.split("|").map((text) => text.trim())) {
    const short = wordCount(clause) <= CLAUSE_WORDS;
    const kind =
      (short && bareSecret(clause)) ||
      find(clause, (before, after, term) => {
        if (NOT_THE_SECRET_AFTER.test(after)) return false;
        if (asks(before) || ASKED.test(clause)) return true;
        if (NOT_THE_SECRET_BEFORE.test(before)) return false;
        if (NEEDED.test(after)) return true;
        // A plural such as "Passwords" is a heading and not a request.
        const one = !/(?:key|token|word|card|code|pin)s$/.test(term);
        if (!short || !one || NOT_ASKED.test(before)) return false;
        // In languages whose words take prefixes and suffixes, or are not separated, a short clause only names the
        // secret.
        return ALL_IT_SAYS.test(after) || (GROWN.test(term) && wordCount(clause) <= GROWN_WORDS);
      });
    if (kind) return kind;
  }
  return undefined;
}

/** Whether the text before a term ends with a request for it: "please enter your", "what is the". */
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

/** Whether the code that a term means is that of a place, a product, an error … */
const isPublicCode = (before: string, after: string, term: string): boolean =>
  (term.startsWith("code") && PUBLIC_BEFORE.test(before)) ||
  (/digits? code$/.test(term) && PUBLIC_AFTER.test(after));

function find(
  words: string,
  counts: (before: string, after: string, term: string) => boolean,
): SecretKind | undefined {
  if (!ANY_SECRET_TERM.test(words)) return undefined;
  for (const [kind, terms] of SECRET_TERMS) {
    for (const { 0: term, index } of words.matchAll(terms)) {
      // A window around the term keeps the work linear.
      const end = index + term.length;
      const before = words.slice(Math.max(0, index - 120), index);
      const after = words.slice(end, end + 60);
      const clause = before.slice(before.lastIndexOf("|") + 1) + term + after.split("|", 1)[0]!;
      if (ABOUT.test(clause) || isPublicCode(before, after, term)) continue;
      if (counts(before, after, term)) return kind;
    }
  }
  return undefined;
}
