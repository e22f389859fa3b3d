import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectDesk, type Desk } from "../../src/bridge/desk/connect-desk.js";
import type { Place } from "../../src/bridge/desk/desk-page.js";
import { connectToDesk, serveDesk } from "../../src/bridge/desk/desk-socket.js";
import type { DeskQuestion } from "../../src/bridge/desk/question.js";
import type { AskAbout } from "../../src/bridge/relay/asker.js";
import type { Members } from "../../src/bridge/wire/messages.js";
import { openStateDir } from "../../src/console/state-dir.js";

/*
 * A call with 17 MiB of arguments made two bridges connect and ask again for ever, with all that the second one asked: the desk
 * ended the connection for the one message.
 */

const TOKEN = "the-token-of-these-tests-long-enough";
const LONG = "x".repeat(17 * 1024 * 1024);
let stateDir: string;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), "midcall-lengths-"));
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

const { signal } = new AbortController();
const about: AskAbout = {
  ...{ call: undefined, isFirst: true, host: undefined, signal, untilDone: false },
};
const question: DeskQuestion = {
  ...{ params: {}, server: "s", serverId: "s", linksOf: "s", isFirst: true, untilDone: false },
};

/** A place that is asked, and how often. @param answer - to each question */
function placeOf(answer: (params: Members, signal: AbortSignal) => Promise<Members>) {
  const asked: DeskQuestion[] = [];
  const place: Place = {
    ask: (given, over) => (asked.push(given), answer(given.params, over)),
    complete() {},
    async close() {},
  };
  return { asked, place };
}

/** A bridge whose desk is in another process, as far as it knows. */
async function bridgeAt(address: { socket: string; token: string }): Promise<Desk> {
  const state = await openStateDir(join(stateDir, "bridge"));
  const { socket, token } = address;
  await state.write("desk.json", { socket, token });
  return connectDesk({
    ...{ stateDir, server: "B", serverId: "b", print: () => {}, open: async () => {} },
    onError: (error) => {
      throw error;
    },
  });
}

it.each<[string, Members, Partial<AskAbout>]>([
  [
    "a call",
    { message: "Sure?" },
    { call: { method: "tools/call", name: "t", arguments: { file: LONG } } },
  ],
  ["a text", { message: LONG }, {}],
])("ends a question alone that is too long to be shown, with %s", async (_, params, more) => {
  let answerOther = (_answer: Members): void => {};
  const { asked, place } = placeOf(() => new Promise((resolve) => (answerOther = resolve)));
  const desk = await serveDesk(stateDir, place, TOKEN);
  const bridge = await bridgeAt(desk);
  const other = bridge.ask({ message: "Other" }, about);
  const long = bridge.ask(params, { ...about, ...more });
  await expect(long).rejects.toThrow("too long to be shown");
  while (asked.length === 0) await new Promise(setImmediate);
  answerOther({ action: "decline" });
  expect(await other).toEqual({ action: "decline" });
  expect(asked).toHaveLength(1);
  await bridge.close();
  await desk.close();
});

it("ends a question alone whose answer is too long, that cannot be asked, or is one too many", async () => {
  const { place } = placeOf(async ({ what }, over) => {
    if (what === "long") return { action: "accept", content: { text: LONG } };
    if (what === "fails") throw new Error("This one fails.");
    if (what === "no") return { action: "decline" };
    return new Promise((resolve) =>
      over.addEventListener("abort", () => resolve({ action: "cancel" })),
    );
  });
  const desk = await serveDesk(stateDir, place, TOKEN);
  const there = await connectToDesk(desk);
  const ask = (what: string, given: object = {}): Promise<Members> =>
    there.ask({ ...question, params: { what }, ...given }, signal);
  await expect(ask("long")).rejects.toThrow("too long");
  await expect(ask("fails")).rejects.toThrow("This one fails.");
  await expect(ask("no", { isFirst: "perhaps" })).rejects.toThrow("isFirst");
  const over = new AbortController();
  const open = Array.from({ length: 1_000 }, () =>
    there.ask({ ...question, params: { what: "waits" } }, over.signal),
  );
  expect(await ask("no")).toMatchObject({
    action: "cancel",
    content: { "midcall/cannotAsk": "queue-full" },
  });
  over.abort("closed");
  await Promise.all(open);
  expect(await ask("no")).toEqual({ action: "decline" });
  await there.close();
  await desk.close();
});

it("gives a question up whose desk is lost again and again", async () => {
  const { place } = placeOf(async () => ({ action: "decline" }));
  const desk = await serveDesk(stateDir, place, TOKEN);
  let losses = 0;
  const path = join(stateDir, "between.sock");
  const between = createServer((near) => {
    const far: Socket = connect(desk.socket);
    const end = (): void => void [near, far].forEach((one) => one.destroy());
    near.on("data", (data) => {
      if (!data.includes('"ask"')) return void far.write(data);
      losses += 1;
      end();
    });
    far.on("data", (data) => near.write(data));
    for (const one of [near, far]) one.on("error", end).on("close", end);
  }).listen(path);
  await once(between, "listening");
  const bridge = await bridgeAt({ socket: path, token: desk.token });
  await expect(bridge.ask({ message: "?" }, about)).rejects.toThrow("lost 20 times");
  expect(losses).toBe(20);
  await bridge.close();
  between.close();
  await desk.close();
});
