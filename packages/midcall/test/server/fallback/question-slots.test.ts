import { createMemoryStore, type Store } from "midcall/store";
import { expect, it } from "vitest";
import {
  createQuestionSlots,
  type StoredQuestion,
} from "../../../src/server/fallback/places/question-slots.js";
import { resolveOptions } from "../../../src/server/options.js";
import { createLog, SECRET } from "../lab.js";

const question: StoredQuestion = {
  ...{ via: "app", asked: "a user", user: "a user", server: "lab", tool: "run" },
  ...{ message: "Where to?", key: "a key" },
  expiresAt: Date.now() + 60_000,
  keptUntil: Date.now() + 120_000,
};

/** Questions in a store that carries out the next write of an answer, and whose reply to that is lost. */
function createSlots() {
  const inner = createMemoryStore();
  let isLost = false;
  const store: Store = {
    ...inner,
    async putIfAbsent(key, value, options) {
      const isNew = await inner.putIfAbsent(key, value, options);
      if (!isLost) return isNew;
      isLost = false;
      throw new Error("ECONNRESET");
    },
  };
  const settings = resolveOptions({ secret: SECRET, logger: createLog(), store });
  const slots = createQuestionSlots(settings.callStore, "lab", settings);
  return { slots, loseReply: () => void (isLost = true) };
}

it("an answer is received although the reply to its write is lost", async () => {
  const { slots, loseReply } = createSlots();
  const id = await slots.open(question);
  loseReply();
  expect(await slots.answer(id, { action: "accept", content: { city: "Rome" } })).toBe("received");
  expect(await slots.answerTo(id)).toEqual({ action: "accept", content: { city: "Rome" } });
});

it("an answer is not received where there is another, and the reply to its write is lost", async () => {
  const { slots, loseReply } = createSlots();
  const id = await slots.open(question);
  await slots.answer(id, { action: "decline" });
  loseReply();
  expect(await slots.answer(id, { action: "accept" })).toBe("closed");
  expect(await slots.answerTo(id)).toEqual({ action: "decline" });
});

it("a question is withdrawn although the reply to that is lost", async () => {
  const { slots, loseReply } = createSlots();
  const id = await slots.open(question);
  loseReply();
  expect(await slots.withdraw(id)).toBe(true);
  expect(await slots.answer(id, { action: "accept" })).toBe("closed");
});
