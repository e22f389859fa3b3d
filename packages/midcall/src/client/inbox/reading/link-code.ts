/** Longer messages are not searched: a code in the middle of a long text may mean anything. */
const LONGEST_MESSAGE = 2000;
const FEWEST_CHARACTERS = 4;
const MOST_CHARACTERS = 16;

// The word, what leads from it to the code, and the code: groups of letters and digits, or of digits with a space.
const CODE =
  /(?:(?<![\p{L}\p{N}_])(?<!(?:error|status|exit|response|country|area|dial|zip|post|postal|promo|discount|coupon|source)[ -])(?:code|código|codice|kode|pin|код)|验证码|驗證碼|コード|코드)(?![\p{L}\p{N}_])(\s{0,2}(?:[:：=]|is:?\s)|\s)\s{0,6}["'“‘«„(`*]{0,3}(\d{3} \d{3}|\d{4} \d{4}|[a-z\d]{1,40}(?:-[a-z\d]{1,40}){0,4})(?![\p{L}\p{N}\p{Pd}_@/\\]|[.,:]\p{N})(?=(["'”’»)`*.\s]*$)|)/gimu;

/** Whether the text after the word is a code, not the next word of a sentence. */
function isCode(code: string, isNamed: boolean, isLast: boolean): boolean {
  const { length } = code.replace(/[ -]/g, "");
  if (length < FEWEST_CHARACTERS || length > MOST_CHARACTERS) return false;
  // Without case, the expression above also takes letters that only look like ASCII, such as the Kelvin sign.
  if (/[^A-Za-z\d -]/.test(code)) return false;
  if (/[a-z]/.test(code)) return isNamed && /\d/.test(code);
  return /[\d-]/.test(code) || (isNamed && isLast);
}

/**
 * The code in the message of a link that the user has to enter on the page, such as the one in
 * `The page asks for this code: K7P-Q4M`. It is the server's word like the rest of the message.
 *
 * @param message - the message, safe to show as text
 * @returns the code as it is written; `undefined` if there is none, more than one, or the message is long
 */
export function linkCode(message: string): string | undefined {
  if (message.length > LONGEST_MESSAGE) return undefined;
  const codes = [...message.matchAll(CODE)]
    .filter(([, lead = "", code = "", end]) => isCode(code, lead.trim() !== "", end !== undefined))
    .map(([, , code]) => code);
  return new Set(codes).size === 1 ? codes[0] : undefined;
}
