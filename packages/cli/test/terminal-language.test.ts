import { describe, expect, it } from "vitest";
import { notificationText } from "../src/bridge/desk/notify-user.js";
import { terminalMessages } from "../src/terminal-language.js";

const declineIn = async (env: NodeJS.ProcessEnv): Promise<string | undefined> =>
  (await terminalMessages(env))?.decline;

describe("the language of questions in a terminal", () => {
  it.each<[NodeJS.ProcessEnv, string | undefined]>([
    [{ LANG: "de_DE.UTF-8" }, "Ablehnen"],
    [{ LANG: "fr_CA.utf8@euro" }, "Refuser"],
    [{ LANG: "es" }, "Rechazar"],
    [{ LANG: "en_GB.UTF-8", LC_MESSAGES: "ja_JP.UTF-8" }, "拒否"],
    [{ LANG: "de_DE.UTF-8", LC_MESSAGES: "fr_FR.UTF-8", LC_ALL: "ar_EG.UTF-8" }, "رفض"],
    [{ LANG: "de_DE.UTF-8", LC_ALL: "C" }, undefined],
    [{ LANG: "de_DE.UTF-8", LC_ALL: "" }, "Ablehnen"],
    [{ LANG: "de_DE.ISO-8859-1" }, undefined],
    [{ LANG: "nl_NL.UTF-8" }, undefined],
    [{ LANG: "__proto__" }, undefined],
    [{ LANG: `de_${"x".repeat(1000)}` }, "Ablehnen"],
    [{}, undefined],
  ])("of %j", async (env, decline) => {
    expect(await declineIn(env)).toBe(decline);
  });
});

it("notifications of the desktop are in it, too", () => {
  const texts = ["C", "ar", "de", "es", "fr", "ja"].map((LC_ALL) =>
    notificationText("files", { LC_ALL }),
  );
  expect(texts).toEqual([
    "files has a question for you.",
    "لدى \u2068files\u2069 سؤال لك.",
    "files hat eine Frage an Sie.",
    "files tiene una pregunta para usted.",
    "files a une question pour vous.",
    "files から質問があります。",
  ]);
  expect(notificationText("x".repeat(1000), {})).toHaveLength(
    80 + "… has a question for you.".length,
  );
});
