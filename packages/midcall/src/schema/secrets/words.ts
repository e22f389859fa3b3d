import {
  ASKING_BEFORE,
  CONTAINERS,
  DETERMINERS,
  endings,
  SPACED,
  UNSPACED,
  UNSPACED_CONTAINERS,
} from "./languages.js";
import type { SecretKind } from "./kind.js";

/** How many digits a code may have that is sent to somebody, or that somebody knows by heart. */
const SOME_DIGITS = "(?:\\d{1,2}|three|four|five|six|seven|eight|nine|ten|twelve)";

/** Words that make a code of some digits one that guards something. Any other word says which public code it is. */
const GUARDING =
  "verification|confirmation|security|secret|private|access|auth|authentication|authorization|authenticator|login|log in|sign in|unlock|pass|pin|sms|text|one time|2fa|mfa|two factor|backup|recovery|card|cvc|cvv|safe|vault|lock|door|gate|alarm|pairing|activation|device|app|e mail|email|temporary|random|numeric|numerical|your|the";

/** What public codes are codes of: `discount code you received`, `6-digit code of the product`. */
const PUBLIC =
  "zip|post|postal|area|dial|dialling|dialing|country|currency|language|locale|airport|station|port|city|state|province|region|county|district|product|item|article|part|model|sku|batch|lot|catalogue?|order|booking|discount|promo|promotional|promotion|coupon|referral|error|status|exit|response|result|reason|colou?r|hex|room|seat|shelf|aisle|warehouse|building|course|class|subject|unit|cost cent(?:re|er)|project|department|branch|store|tariff|commodity|industry|occupation|diagnosis|procedure|flight|train|stop|time zone|extension|tax office";

/** A public code before "code …", and after "…-digit code". */
export const PUBLIC_BEFORE: RegExp = new RegExp(`(?<![\\p{L}\\p{N}])(?:${PUBLIC}) $`, "u");
export const PUBLIC_AFTER: RegExp = new RegExp(
  `^ (?:of|for|on) (?:(?:the|your|this|its|an?) )?(?:\\p{L}+ )?(?:${PUBLIC})s?(?![\\p{L}\\p{N}])`,
  "u",
);

/*
 * Terms match the text that `plainWords` returns: lower case, without accents, camelCase and separators as single
 * spaces, punctuation as " | ". A term must be between word boundaries.
 */
const TERMS: Readonly<Record<SecretKind, string>> = {
  password: [
    "create (?:a|your)(?: new| strong)? password|\\p{L}*pass ?words?\\d*|\\p{L}*pas{1,3}w[o0]rds?\\d*|passwrods?|passwor[td]e?s?|pass ?wd|pwd|psswd|p4ssw[o0]rd",
    "\\p{L}*pass ?phrases?",
    "(?:db|database|user|admin|root|smtp|mysql|postgres|ssh|ftp|login|account|wifi|wi fi) pass(?! word)",
  ].join("|"),
  PIN: "pass ?codes?|pin ?(?:code|number|no)|(?:your|my|card|account|bank|sim|device|security|secret|atm|banking|debit|login|unlock|digit) pin|(?:what s|what is|enter|type|type in) the pin",
  "API key": "api ?(?:access )?(?:keys?|token|secret)|apikeys?",
  token:
    "(?:access|auth|oauth2?|authentication|authorization|bearer|refresh|session|security|personal access|private|bot|app|deploy|registry|npm|git ?hub|git ?lab|slack|discord|telegram|jwt|login|service|id) ?tokens?|bearer|git ?hub pat|session cookie",
  "secret key":
    "(?:secret|private|signing|encryption|decryption|master|hmac|aes|secret access|service account|storage account|license signing) ?keys?|access key(?! id)|ssh ?keys?|(?:client|app|application|consumer|shared|webhook|signing|oauth2?|jwt|session|cookie|token|hmac|totp) ?secrets?|secret (?:token|value|code|word|answer)",
  "recovery phrase":
    "(?:seed|recovery|mnemonic|secret|backup|wallet)(?: recovery)? ?(?:phrases?|words)|seedphrase|mnemonic|wallet seed",
  "payment card":
    "(?:credit|debit|bank|payment) ?cards?(?: ?(?:number|num|no|details|data))?|card ?(?:number|num|no|details|verification(?: value| code)?|security code|expiry|expiration|exp)|cc ?(?:number|num|no|exp)|cvv2?|cvc2?",
  "bank account": "iban|bank ?account ?(?:number|no)|bank account details|routing number|sort code",
  "national ID": [
    "ssn|social ?security ?(?:number|num|no|nr|code)|social ?security(?! ?\\p{L})|social insurance (?:number|no)|national (?:id|identity|identification|insurance)(?: card)?(?: number| no| nr)?",
    "passport ?(?:number|no|num|nr)|driver ?s? licen[sc]e ?(?:number|no|num)|driving licen[sc]e ?(?:number|no|num)|taxpayer (?:id|identification)(?: number)?|itin|tax file number",
    "aadhaar|aadhar|pan card number|cpf|dni|bsn|pesel|curp|nhs number",
  ].join("|"),
  "one-time code": `t?otp(?: code)?|one ?time ?(?:pass ?words?|pass ?codes?|codes?|pins?|token)|(?:2fa|mfa|two factor|multi factor|2 factor)(?: auth| authentication| verification)? ?(?:codes?|tokens?|pins?)|(?:verification|authenticator|sms|login|sign in|security|recovery|backup|auth|authorization) ?codes?|${SOME_DIGITS} ?digits? (?:(?:${GUARDING}) )*code|code (?:(?:that )?(?:we|i|was|you) (?:\\p{L}+ )?)?(?:texted|sent|e ?mailed|received|got)|code (?:from|in|on) (?:the|your) (?:sms|text|phone|authenticator|(?:\\p{L}+ )?app|e ?mail)`,
  credentials:
    "(?:login|account|user|aws|database|db|api|cloud|service) credentials?|connection string|service account json|basic auth|security answer|answer to (?:your|the) security question|mother ?s maiden name",
};

/** One expression for each kind. A match is a candidate; `secret-wording.ts` checks the other conditions. */
export const SECRET_TERMS: readonly (readonly [SecretKind, RegExp])[] = (
  Object.keys(TERMS) as SecretKind[]
).map((kind) => {
  const unspaced = UNSPACED[kind];
  const terms = [TERMS[kind], endings(SPACED[kind] ?? "")].filter(Boolean).join("|");
  const spaced = `(?<![\\p{L}\\p{N}])(?:${terms})(?![\\p{L}\\p{N}])`;
  return [kind, new RegExp(unspaced ? `${spaced}|${unspaced}` : spaced, "gu")];
});

/** Words that mean a secret only if they are the whole name or title. */
export const BARE_SECRETS: ReadonlyMap<string, SecretKind> = new Map<string, SecretKind>([
  ["pass", "password"],
  ["pw", "password"],
  ["clave", "password"],
  ["pin", "PIN"],
  ["token", "token"],
  ["jwt", "token"],
  ["bearer", "token"],
  ["pat", "token"],
  ["secret", "secret key"],
  ["secrets", "secret key"],
  ["nin", "national ID"],
  ["tfn", "national ID"],
  ["2fa", "one-time code"],
  ["mfa", "one-time code"],
  ["credentials", "credentials"],
  ["creds", "credentials"],
  ["parola", "password"],
  ["tan", "one-time code"],
  ["토큰", "token"],
  ["令牌", "token"],
]);

/** All of these at once: a text without a match contains none. Much faster than one after the other. */
export const ANY_SECRET_TERM: RegExp = new RegExp(
  `${SECRET_TERMS.map(([, terms]) => terms.source).join("|")}|(?<!\\p{L})(?:${[...BARE_SECRETS.keys()].join("|")})(?!\\p{L})`,
  "u",
);

const YOURS = `your|my|the|this|a|an|new|old|current|confirm|repeat|enter|user|admin|${DETERMINERS}`;

/** Words that may precede a term that is otherwise the whole name or title. */
export const LEADING: RegExp = new RegExp(`^(?:(?:${YOURS}) )+`, "u");

const NAMING =
  "names?|ids?|identifiers?|label|title|nickname|alias|hint|policy|policies|rules?|requirements?|type|types|kind|format|length|strength|complexity|count|limits?|budget|usage|per|age|rotation|managers?|reset|resets|recovery|expiry|expiration|expires|expired|lifetime|ttl|duration|status|version|prefix|suffix|scopes?|permissions?|owner|holder|issuer|provider|vendor|company|brand|network|symbol|address|url|uri|link|endpoint|page|path|file|filename|location|folder|dir|directory|list|lists|email|mail|subject|country|region|field|fields|column|description|comment|notes?|reference|ref|env|environment|variable|template|generator|store|vault|algorithm|protected|less|free|based|last|ending|authentication|login|screen|form|changes?|sharing|security|changed";

/** Words after a term that show that it is not the secret itself: "password policy", "API key name". */
export const NOT_THE_SECRET_AFTER: RegExp = new RegExp(
  `^ (?:(?:a|an|the) (?:name|label|nickname|title)|(?:of|for) (?:(?:the|your|this) )?(?:city|area|town|village|district|locality|address|delivery)|${NAMING})(?![\\p{L}\\p{N}])`,
  "u",
);

/** Words before a term with the same effect, also in a name: "max tokens", "public key". */
export const NOT_THE_SECRET_BEFORE: RegExp =
  /(?<![\p{L}\p{N}])(?:max|min|maximum|minimum|number of|count of|how many|num|public|design|no|without|last 4(?: digits of)?|last four(?: digits of)?|(?:nombre|nome|nom|naam|nama|nazwa|nazev|название|назва|имя)(?: \p{L}+)?|(?:name|label|title|type|id|hint|owner|length|path|location|description) (?:of|for)(?: the| your| this| an?)?|forgot|forgotten|has|have|is|use|require|requires|needs|enable|allow)(?: \p{L}+)? $/u;

/** Words that, anywhere before the term in its clause, show that the user is not asked to enter it. */
export const NOT_ASKED: RegExp =
  /(?<![\p{L}\p{N}])(?:never|not|don t|no|without|instead|which|how|why|whether|if|when|where|whose|who|that|forgot|forgotten|reset|resets|rotate|revoke|delete|remove|change|changed|create|generate|manage|expired|lost|name|names|number|count|label|nickname|reason|to|of|for|in|on|with|about|from|by|after|before|per|via|using|has|have|is|are|was|will|skip|cannot|can t)(?![\p{L}\p{N}])/u;

/** Verbs of requests, in the languages of the terms. */
export const ASKING: RegExp = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:re enter|enter|type in|type|provide|paste|give|supply|input|insert|share|tell|send|fill in|confirm|specify|write|submit|choose|pick|set|reply with|need|requires?|what is|what s|whats|(?:can|may|could) (?:i|we) (?:have|get)|${endings(ASKING_BEFORE)})(?![\\p{L}\\p{N}])`,
  "gu",
);

const LONGEST_NAME = 512;
const AT_THE_START = new RegExp(`^(?:(?:${CONTAINERS}) |(?:${UNSPACED_CONTAINERS}) ?)+`, "u");
const AT_THE_END = new RegExp(`(?: ?\\d+| (?:${CONTAINERS})| ?(?:${UNSPACED_CONTAINERS}))+$`, "u");
/** The most usual ones, also where nothing separates them: `passwordfield`. */
const JOINED = /(?<=^[\p{L}\p{N}]{2,40})(?:field|input|value|text|txt|string|str|box)\d*$/u;

/** The words of a name without those for the place of an answer: that of `passwordField` is that of `password`. */
export function coreWords(words: string): string {
  // No name of a field is longer.
  if (words.length > LONGEST_NAME) return words;
  const core = words.replace(AT_THE_END, "").replace(AT_THE_START, "");
  return core === "" ? words : core.replace(JOINED, "");
}

/** Prefixes of the keys of well-known services. A text that tells the user to paste one asks for the key. */
const KEY_PREFIXES =
  /(?<![\p{L}\p{N}])(?:[sr]k[-_](?:live|test|ant|proj)|sk-(?=…|\.\.|[xX*•]{2}|\w{16})|gh[oprsu]_|github_pat_|glpat-|xox[abeoprs]-|xapp-|AIza|ya29\.|(?:hf|npm)_(?![a-z])|pypi-Ag|dop_v1_|SG\.(?=…|\.\.|\w{16})|shp(?:at|ca|pa|ss)_|whsec_|lin_api_|gsk_)[\w-]*/gu;

/**
 * Reduces text to its words: lower case, without accents and invisible characters, camelCase and separators as spaces,
 * punctuation that ends a clause as a bar.
 */
export function plainWords(text: string): string {
  return (
    inLatin(text)
      .replace(/p[a@][s$]{2}/g, "pass")
      .replace(/[a-z\d@$]+/g, undisguised)
      .replaceAll("#", " no ")
      .replace(/[.:;,!?()[\]{}"“”«»\n\r|–—。、，：；？！（）]+/gu, " | ")
      .replace(/[^\p{L}\p{M}\p{N}|]+/gu, " ")
      // "P a s s w o r d", "p.a.s.s.w.o.r.d"
      .replace(/(?<!\p{L})(?:[a-z] (?:\| )?){4,}[a-z](?!\p{L})/gu, (spread) =>
        spread.replace(/[ |]/g, ""),
      )
      .trim()
  );
}

/** In lower case, without accents and invisible characters, with a space between the words of camelCase. */
function inLatin(text: string): string {
  // Invisible padding must not push the words beyond the length that is examined.
  const words = text
    .replace(/[\p{Cf}\p{DI}]/gu, "")
    .slice(0, 20_000)
    .replace(KEY_PREFIXES, " api key ")
    .normalize("NFKC")
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=[\p{Lu}\p{N}])(?=\p{Lu}\p{Ll})/gu, " ")
    .toLowerCase();
  // Most texts are ASCII, which has neither accents nor letters of other alphabets.
  if (/^[\0-\x7f]*$/.test(words)) return words;
  return (
    words
      .normalize("NFD")
      // Accents, and the vowel signs of Hebrew and Arabic.
      .replace(/[\u0300-\u036f]|[\u0591-\u05c7]|\u0640|[\u064b-\u0652]/g, "")
      .normalize("NFC")
      .replace(/[ıłđ]/g, (letter) => "ild".charAt("ıłđ".indexOf(letter)))
      .replace(/\p{L}+/gu, asLatin)
  );
}

const DIGITS: Readonly<Record<string, string>> = {
  0: "o",
  1: "i",
  3: "e",
  4: "a",
  5: "s",
  7: "t",
  "@": "a",
  $: "s",
};
/** The words that are looked for behind digits: with any word, numbers and codes would become words. */
const DISGUISED =
  /^(?:pass(?:words?|worte?r?|wd|codes?|phrases?)?|kennworte?r?|geheimworte?r?|secrets?|tokens?|keys?|api|access|apikeys?|credentials?|mnemonic)$/;

/** A word of secrets that is written with digits for letters: `p4ssw0rd`, `t0k3n`. */
function undisguised(word: string): string {
  if (word.length > 20) return word;
  for (const part of [word, word.replace(/\d+$/, "")]) {
    const plain = part.replace(/[013457@$]/g, (digit) => DIGITS[digit]!);
    if (plain !== part && DISGUISED.test(plain)) return plain;
  }
  return word;
}

const TWINS = "аaеeоoрpсcуyхxіiѕsјjһhԁdԝwαaοoρpεeιi";

/** A word in which letters of other alphabets that look like Latin ones are replaced by those. */
function asLatin(word: string): string {
  if (!/[a-z]/.test(word)) return word;
  return word.replace(/[\u0370-\u058f]/g, (letter) => {
    const at = TWINS.indexOf(letter);
    return at < 0 ? letter : TWINS.charAt(at + 1);
  });
}
