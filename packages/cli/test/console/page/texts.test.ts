/// <reference types="vite/client" />
import { describe, expect, it } from "vitest";
import { oneDecimal, setTexts, t } from "../../../web/src/messages/text.js";

type Module = Readonly<Record<string, Readonly<Record<string, string>>>>;
const modules = import.meta.glob<Module>("../../../web/src/messages/*/*.ts", {
  eager: false,
});
const LANGUAGES = ["ar", "de", "es", "fr", "ja"] as const;

/** The texts of a language, from all its files. */
async function textsOf(language: string): Promise<Map<string, string>> {
  const files = Object.entries(modules).filter(
    ([path]) => path.includes(`/${language}/`) && !path.endsWith("index.ts"),
  );
  expect(files).toHaveLength(7);
  const loaded = await Promise.all(files.map(([, load]) => load()));
  return new Map(loaded.flatMap((module) => Object.values(module).flatMap(Object.entries)));
}

/** Words that a language has from English, or shares with it. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  ar: ["Null"],
  de: [
    "(optional)",
    "Schema",
    "{0} in {1}",
    "Header (optional)",
    "Bridge",
    "Log",
    "Name",
    "Null",
    "Prompts",
    "Sampling",
    "Server",
    "System",
    "Text",
    "Website",
  ],
  es: [
    "{0} tokens",
    "variable",
    "Error",
    "error",
    "Null",
    "Prompts",
    "Variables",
    "Bridge",
    "prompts",
  ],
  fr: [
    ...[
      "1 question",
      "{0} questions",
      "variable",
      "Arguments",
      "Assistant",
      "Bridge",
      "Console",
      "Description",
      "Notification",
      "notification",
      "Null",
      "Object",
    ],
    ...["Prompts", "Questions", "Variables", "prompts", "Message"],
  ],
  ja: ["Null"],
};
/** What is in Latin letters in every script. */
const LATIN =
  /\{\d\}|JSON|URL?I?|HTTP|https?|Bearer|MCP|mcp\.json|Node|Host|stderr|Ctrl(?:-C)?|Enter|ID|Claude Desktop|Code|VS|Cursor|Copilot|Zed|Web|file:\/\/|--header|example\.com\/trace|null|Null/g;

describe.each(LANGUAGES)("the texts of the console in %s", (language) => {
  it("are translated, with the same values in them", async () => {
    const texts = await textsOf(language);
    expect(texts.size).toBeGreaterThan(500);
    const placesOf = (text: string): string[] => (text.match(/\{\d\}/g) ?? []).sort();
    for (const [english, text] of texts) {
      expect(placesOf(text), english).toEqual(placesOf(english));
      // In other languages the word for leaving something out is one.
      if (english !== "out") expect(text.trim(), english).not.toBe("");
    }
    const left = [...texts].filter(
      ([english, text]) => english === text && !SAME[language]!.includes(english),
    );
    expect(left.map(([english]) => english)).toEqual([]);
  });

  it("are in the script of the language", async () => {
    if (language !== "ar" && language !== "ja") return;
    const left = [...(await textsOf(language))].filter(([, text]) =>
      /[a-z]{2,}/i.test(text.replace(LATIN, "")),
    );
    expect(left).toEqual([]);
  });
});

it("is in English without isolates until a language is set, and isolates what it is given then", async () => {
  expect(t("Delete {0}?", "x")).toBe("Delete x?");
  expect(oneDecimal(1.24)).toBe("1.2");
  const texts = Object.fromEntries(await textsOf("ar"));
  setTexts({ tag: "ar", texts: texts as NonNullable<Parameters<typeof setTexts>[0]>["texts"] });
  try {
    expect(t("Delete {0}?", "\u05d0 {1} x")).toBe("هل تريد حذف \u2068\u05d0 {1} x\u2069؟");
    expect(t("{0} tools", 1200)).toBe("الأدوات: 1,200");
    setTexts({ tag: "de", texts: texts as NonNullable<Parameters<typeof setTexts>[0]>["texts"] });
    expect(oneDecimal(1.25)).toBe("1,3");
  } finally {
    setTexts(undefined);
  }
});
