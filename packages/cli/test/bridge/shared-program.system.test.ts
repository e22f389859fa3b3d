import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { accept, createTestHost, type Question, type Answer } from "midcall/testing";
import { expect, it } from "vitest";
import { LONG_MS, listeningBridge, scriptedAsker } from "./lab.js";

const textOf = (result: { content: readonly unknown[] }): unknown =>
  JSON.parse((result.content as readonly { text: string }[])[0]!.text);
const answered = (color: string): unknown => ({ one: { action: "accept", content: { color } } });

it("two hosts of 2026-07-28 share a program of 2025: what either may have asked is asked on the page, and neither sees the other's", async () => {
  const asker = scriptedAsker(() => ({ action: "accept", content: { color: "page" } }));
  await using listening = await listeningBridge("2025-11-25", asker);
  const connect = (answers: (question: Question) => Answer | Promise<Answer>) =>
    createTestHost({
      timeoutMs: LONG_MS,
      ...{ protocolVersion: "2026-07-28", capabilities: { elicitation: { form: {} } } },
      connection: new StreamableHTTPClientTransport(listening.url),
      ...{ answers },
    });
  const asked: string[] = [];
  let seen = (): void => {};
  let answer = (): void => {};
  const isAsked = new Promise<void>((resolve) => (seen = resolve));
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  await using ada = await connect(async ({ message }) => {
    asked.push(`ada: ${message}`);
    seen();
    await mayAnswer;
    return accept({ color: "ada's host" });
  });
  await using grace = await connect(({ message }) => {
    asked.push(`grace: ${message}`);
    return accept({ color: "grace's host" });
  });
  // While nothing else is open, it is certain whose question it is: the host asks its own user.
  const own = ada.callTool("form", { tag: " of ada" });
  await isAsked;
  // Now the program works on two calls.
  expect(textOf(await grace.callTool("form", { tag: " of grace" }))).toEqual(answered("page"));
  answer();
  expect(textOf(await own)).toEqual(answered("ada's host"));
  expect(textOf(await grace.callTool("form", { tag: " again" }))).toEqual(answered("grace's host"));
  expect(asker.questions.map(({ params, about }) => [params["message"], about.call])).toEqual([
    ["Which color? of grace", undefined],
  ]);
  expect(asked).toEqual(["ada: Which color? of ada", "grace: Which color? again"]);
  expect(listening.errors).toEqual([]);
});
