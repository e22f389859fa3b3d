import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { createKeys } from "../../packages/midcall/src/pages/flows/keys.js";
import { createSealer } from "../../packages/midcall/src/server/state/sealer.js";
import {
  decrypt,
  encrypt,
  fromRecord,
  toRecord,
} from "../../packages/midcall/src/vault/keys/cipher.js";
import { must, target, thrownBy, type FuzzTarget } from "./fuzz-target.js";
import { codePoint } from "../code-points.js";

const SECRET = "a secret of these tests, long enough";

/** One way of ours to seal a text; `open` gives the text, or `undefined` for whatever is not exactly that. */
export interface Seal {
  seal(text: string): string;
  open(sealed: string): string | undefined;
  /** Whether only the one spelling opens; else, only the same bytes do. */
  readonly oneSpelling: boolean;
}

const orNothing = (code: string, open: () => string): string | undefined => {
  try {
    return open();
  } catch (error) {
    // Nothing else may be thrown: a reader that fails in an unexpected way is a find.
    if ((error as { code?: unknown }).code !== code) throw error;
    return undefined;
  }
};

const sealer = createSealer(SECRET);
const keys = createKeys(SECRET);
const vaultKey = Buffer.alloc(32, 7);
const bound = Buffer.from("bound");

export const seals: Readonly<Record<string, Seal>> = {
  state: {
    seal: (text) => sealer.seal(text),
    open: (sealed) => orNothing("ERR_MIDCALL_STATE", () => sealer.open(sealed)),
    oneSpelling: true,
  },
  page: {
    seal: (text) => keys.seal(text, "bound"),
    open: (sealed) => keys.open(sealed, "bound"),
    oneSpelling: false,
  },
  vault: {
    seal: (text) => toRecord(encrypt(vaultKey, Buffer.from(text, "utf8"), bound)),
    open: (sealed) =>
      orNothing("ERR_MIDCALL_VAULT", () =>
        decrypt(vaultKey, fromRecord(sealed), bound).toString("utf8"),
      ),
    oneSpelling: true,
  },
};

interface Change {
  readonly kind: "bit" | "cut" | "drop" | "put" | "set";
  readonly at: number;
  readonly text: string;
}

/** Minus one is the end. */
const at = fc.oneof({ weight: 3, arbitrary: fc.nat(5000) }, fc.constantFrom(-1, 0));
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom("bit", "cut", "drop", "put", "set"),
  at,
  text: fc.oneof(
    fc.constantFrom("=", "==", " ", "\n", "+", "/", "\0", "\ufeff", "mc1.", "mcv1.", "A", "."),
    fc.string({ unit: codePoint, minLength: 1, maxLength: 3 }),
  ),
});

function apply(sealed: string, changes: readonly Change[]): string {
  let text = sealed;
  for (const made of changes) {
    const place = made.at < 0 ? text.length : made.at % (text.length + 1);
    if (made.kind === "cut") text = text.slice(0, place);
    else if (made.kind === "drop") text = text.slice(0, place) + text.slice(place + 1);
    else if (made.kind === "bit") {
      const dot = text.indexOf(".") + 1;
      const bytes = Buffer.from(text.slice(dot), "base64url");
      const bit = Math.abs(made.at) % (8 * bytes.length || 1);
      if (bytes.length > 0) bytes[bit >> 3] = bytes[bit >> 3]! ^ (1 << (bit & 7));
      text = text.slice(0, dot) + bytes.toString("base64url");
    } else {
      const over = made.kind === "set" ? made.text.length : 0;
      text = text.slice(0, place) + made.text + text.slice(place + over);
    }
  }
  return text;
}

interface SealInput {
  readonly kind: string;
  readonly text: string;
  readonly changes: readonly Change[];
  readonly foreign: string;
}

/** What was sealed opens as it was; anything else opens as nothing, and does no other harm. */
export const sealing: FuzzTarget = target<SealInput, typeof seals>({
  name: "seal",
  tried: "sealed texts, changed and whole",
  runs: [2500, 120_000],
  subject: seals,
  input: fc.record({
    kind: fc.constantFrom("state", "page", "vault"),
    text: fc.string({ unit: "grapheme", maxLength: 200 }),
    changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    foreign: fc.oneof(
      fc.string({ unit: codePoint, maxLength: 60 }),
      fc.base64String({ maxLength: 120 }).map((text) => `mc1.${text}`),
      fc.base64String({ maxLength: 120 }).map((text) => `mcv1.${text}`),
    ),
  }),
  check({ kind, text, changes, foreign }, subject) {
    const { seal, open, oneSpelling } = subject[kind]!;
    const sealed = seal(text);
    must(open(sealed) === text, "What was sealed does not open as it was.");
    must(seal(text) !== sealed, "Sealed twice, it is the same.");
    must(!sealed.includes(text) || text.length < 6, "The text can be read in what was sealed.");
    must(open(foreign) === undefined, "Opens what it has not sealed.");
    const changed = apply(sealed, changes);
    const bytes = (spelled: string): Buffer =>
      Buffer.from(spelled.slice(spelled.indexOf(".") + 1), "base64url");
    const same = oneSpelling
      ? changed === sealed
      : isDeepStrictEqual(bytes(changed), bytes(sealed)) ||
        isDeepStrictEqual(Buffer.from(changed, "base64url"), Buffer.from(sealed, "base64url"));
    if (!same) must(thrownOrOpened(open, changed) === undefined, `Opens ${changed}`);
  },
});

function thrownOrOpened(open: (sealed: string) => string | undefined, changed: string): unknown {
  let opened: unknown;
  return thrownBy(() => (opened = open(changed))) ?? opened;
}
