import { describe, expect, it } from "vitest";
import { MESSAGES } from "midcall/terminal";
import { QUESTION_ENGLISH } from "../../src/react/question-messages.js";
import { COUNTS, englishOf, LOCALES, type Locale, type Samples, SURFACES } from "./samples.js";

type Call = readonly [path: string, args: readonly unknown[] | undefined, text: unknown];

/** All texts of a catalogue: those that are functions with each of their samples. */
function textsOf(catalogue: object, samples: Samples, path = ""): Call[] {
  return Object.entries(catalogue).flatMap(([key, value]): Call[] => {
    const at = path + key;
    if (typeof value === "function") {
      return (samples[at] ?? [undefined]).map((args) => [
        at,
        args,
        args && (value as (...given: unknown[]) => unknown)(...args),
      ]);
    }
    return typeof value === "object" && value !== null
      ? textsOf(value as object, samples, `${at}.`)
      : [[at, undefined, value]];
  });
}

const idOf = ([path, args]: Call): string => path + (args ? JSON.stringify(args) : "");
const plain = (text: unknown): string =>
  String(text)
    .replace(/[\u2066-\u2069\u00a0]/g, " ")
    .trim();

/** Names of things that are the same in a language. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  de: ["optional", "Code", "Code:", "UTC", "⟦1⟧:", "Prompt: ⟦1⟧"],
  fr: ["Code", "Code :", "Secret", "Questions", "⟦1⟧ :", "Prompt : ⟦1⟧", "Non"],
  es: ["No", "⟦1⟧:", "Prompt: ⟦1⟧"],
  ja: ["⟦1⟧:"],
  ar: ["⟦1⟧:"],
};
/** What is in Latin letters in every script. */
const LATIN =
  /https?|name@example\.com|example|com|URL|UTC|IP|AI|Web|Cookie|PC|Esc|Ctrl-C|Enter|Tab|Space/g;

describe.each(Object.keys(LOCALES) as Locale[])("the texts in %s", (tag) => {
  const locale = LOCALES[tag];
  describe.each(["react", "terminal", "pages"] as const)("of %s", (surface) => {
    const { english, samples } = SURFACES[surface];
    const catalogue = locale[surface] as object;
    const texts = textsOf(catalogue, samples);
    const englishTexts = new Map(
      textsOf(english, samples).map((call) => [idOf(call), String(call[2])]),
    );

    it("are all there, and every function has a sample", () => {
      const paths = new Set(texts.map(([path]) => path));
      const keys = textsOf(english, samples).map(([path]) => path);
      expect(keys.filter((path) => !paths.has(path))).toEqual([]);
      const called = texts.filter(([, args, text]) => args === undefined && text === undefined);
      expect(called.map(([path]) => path)).toEqual([]);
    });

    it("are texts, for every number", () => {
      for (const call of texts) {
        expect(typeof call[2], idOf(call)).toBe("string");
        expect(plain(call[2]), idOf(call)).not.toMatch(/^$|undefined|NaN|\[object|null/);
      }
    });

    it("are not in English", () => {
      const left = texts.filter((call) => {
        const [path, args, text] = call;
        const same = englishTexts.get(idOf(call)) ?? (args && englishOf(path, args));
        if (path === "lang" || path === "dir") return false;
        return plain(text) === plain(same) && !SAME[tag]!.includes(plain(text));
      });
      expect(left.map(idOf)).toEqual([]);
    });

    it("have all that the English ones have in them", () => {
      for (const call of texts) {
        const same = englishTexts.get(idOf(call));
        if (same === undefined || call[0] === "unsupported") continue;
        const marks = same.match(/⟦\d⟧/g) ?? [];
        for (const mark of marks) expect(plain(call[2]), idOf(call)).toContain(mark);
        expect((plain(call[2]).match(/⟦\d⟧/g) ?? []).length, idOf(call)).toBeGreaterThanOrEqual(
          new Set(marks).size,
        );
        // Words stand for one and two.
        for (const digits of same.match(/\d[\d,]*/g) ?? []) {
          const number = digits.replace(/\D/g, "");
          if (Number(number) <= 2) continue;
          const digitsOnly = plain(call[2]).replace(/[^\d⟦⟧]/g, "");
          expect(digitsOnly, idOf(call)).toContain(number);
        }
      }
    });

    it("have no Latin words in another script", () => {
      if (tag !== "ja" && tag !== "ar") return;
      const left = texts
        .filter(([path]) => path !== "lang" && path !== "dir")
        .map((call) => [idOf(call), plain(call[2]).replace(LATIN, "")] as const)
        .filter(([id, text]) => !id.includes("delete") && /[a-z]{2,}/i.test(text));
      expect(left).toEqual([]);
    });

    it("name the three actions differently", () => {
      const { send, decline, cancel, yes, no } = catalogue as Record<string, string>;
      expect(new Set([send, decline, cancel, yes, no]).size).toBe(5);
    });

    it("isolate what comes from elsewhere", () => {
      // A terminal that writes from left to right shows isolates as boxes at worst.
      if (surface === "terminal" && tag !== "ar") return;
      for (const call of texts) {
        const bare = String(call[2])
          .replace(/\u2068[^\u2068\u2069]*\u2069/g, "")
          .match(/⟦\d⟧/);
        const isNested = call[0] === "canHaveMoreTime" || call[0] === "problem";
        const isOwnWord = ["hints.only", "reviewBecause"].includes(call[0]);
        if (!isNested && !isOwnWord) expect(bare, idOf(call)).toBeNull();
      }
    });
  });

  it("handle every plural category of the language", () => {
    const rules = new Intl.PluralRules(tag);
    const met = new Set(COUNTS.map((count) => rules.select(count)));
    expect([...met].sort()).toEqual([...rules.resolvedOptions().pluralCategories].sort());
  });
});

const TIMES = { en: { react: QUESTION_ENGLISH, terminal: MESSAGES }, ...LOCALES };

it.each(Object.keys(TIMES) as (keyof typeof TIMES)[])(
  "%s: the time left is in whole minutes, rounded up, for any number of seconds",
  (tag) => {
    const { react, terminal } = TIMES[tag];
    for (const seconds of [61, 95, 119, 119.5]) {
      expect(react.timeLeft(seconds)).toBe(react.timeLeft(120));
    }
    expect(react.timeLeft(121)).toBe(react.timeLeft(180));
    for (const seconds of [121, 149, 179]) {
      expect(terminal.timeLeft(seconds)).toBe(terminal.timeLeft(180));
    }
  },
);

it("Japanese sentences in a terminal end with their stop, and words stand apart from keys", () => {
  const { timeLeft, wrongKey } = LOCALES.ja.terminal;
  expect([timeLeft(600), timeLeft(30)]).toEqual([
    "回答の制限時間: 10 分。",
    "回答の制限時間: 30 秒。",
  ]);
  expect([["1"], ["1", "2"], ["1", "2", "3"]].map((keys) => wrongKey(keys).split("を")[0])).toEqual(
    ["1 ", "1 または 2 ", "1、2 または 3 "],
  );
});
