import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { KEPT_MS, type KeptAnswers } from "../../src/bridge/desk/kept-answers.js";
import { LateAnswers } from "../../src/bridge/desk/late-answers.js";
import type { DeskQuestion } from "../../src/bridge/desk/question.js";
import type { Members } from "../../src/bridge/wire/messages.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function memoryAnswers(): KeptAnswers & { readonly size: number } {
  const kept = new Map<string, { readonly answer: Members; readonly until: number }>();
  return {
    get size() {
      return kept.size;
    },
    async put(key, answer) {
      kept.set(key, { answer, until: Date.now() + KEPT_MS });
    },
    async take(key) {
      const found = kept.get(key);
      kept.delete(key);
      return found && found.until > Date.now() ? found.answer : undefined;
    },
  };
}

/** A user who sees questions and answers them when they are told to. */
function desk() {
  const shown: {
    readonly question: DeskQuestion;
    readonly kept: AbortSignal;
    answer(answer: Members): void;
  }[] = [];
  const kept = memoryAnswers();
  const errors: unknown[] = [];
  const late = new LateAnswers({
    kept,
    onError: (error) => void errors.push(error),
    askUser: (question, signals) =>
      new Promise((resolve) => {
        const finish = (answer: Members): void => {
          const at = shown.findIndex((one) => one.answer === finish);
          if (at !== -1) shown.splice(at, 1);
          resolve(answer);
        };
        shown.push({ question, kept: signals.kept, answer: finish });
        signals.signal.addEventListener("abort", () =>
          finish({ action: "cancel", content: { "midcall/cannotAsk": "withdrawn" } }),
        );
      }),
  });
  return { shown, kept, errors, late };
}

const question = (tag: string, message = "Which?", serverId = "s"): DeskQuestion => ({
  params: { message, requestedSchema: { type: "object", properties: {} } },
  server: "Server",
  serverId,
  untilDone: false,
  call: { method: "tools/call", name: "pick", arguments: { tag } },
});
const accepted = { action: "accept", content: { color: "red" } };
const giveUp = (over: AbortController): void => over.abort("gave-up");
const open = new AbortController().signal;
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

async function leave(given: ReturnType<typeof desk>, asked: DeskQuestion): Promise<void> {
  const over = new AbortController();
  const asking = given.late.ask(asked, over.signal);
  await settle();
  giveUp(over);
  expect(await asking).toMatchObject({ content: { "midcall/cannotAsk": "withdrawn" } });
}

it("keeps an answer for the same call, and uses it once", async () => {
  const given = desk();
  await leave(given, question("a"));
  expect(given.shown[0]!.kept.aborted).toBe(true);
  given.shown[0]!.answer(accepted);
  await settle();
  expect(await given.late.ask(question("a"), open)).toEqual(accepted);
  void given.late.ask(question("a"), open);
  await settle();
  expect(given.shown).toHaveLength(1);
  expect(given.errors).toEqual([]);
});

it("waits for an answer that is still to come", async () => {
  const given = desk();
  await leave(given, question("a"));
  const again = given.late.ask(question("a"), open);
  await settle();
  expect(given.shown).toHaveLength(1);
  given.shown[0]!.answer(accepted);
  expect(await again).toEqual(accepted);
  expect(given.kept.size).toBe(0);
});

it.each([
  ["other arguments", question("b")],
  ["another question", question("a", "Which one?")],
  ["another server", question("a", "Which?", "t")],
  ["a call that is not known", { ...question("a"), call: undefined } as unknown as DeskQuestion],
])("does not use it for %s", async (_, other) => {
  const given = desk();
  await leave(given, question("a"));
  given.shown[0]!.answer(accepted);
  await settle();
  void given.late.ask(other, open);
  await settle();
  expect(given.shown).toHaveLength(1);
});

it("forgets it after a while", async () => {
  const given = desk();
  await leave(given, question("a"));
  given.shown[0]!.answer(accepted);
  await vi.advanceTimersByTimeAsync(KEPT_MS + 1);
  void given.late.ask(question("a"), open);
  await settle();
  expect(given.shown).toHaveLength(1);
});

it("ends a question that nobody comes back for", async () => {
  const given = desk();
  await leave(given, question("a"));
  await vi.advanceTimersByTimeAsync(KEPT_MS + 1);
  expect(given.shown).toEqual([]);
  expect(given.kept.size).toBe(0);
});

it("keeps nothing that the user has not decided", async () => {
  const given = desk();
  await leave(given, question("a"));
  given.shown[0]!.answer({ action: "cancel", content: { "midcall/cannotAsk": "deadline" } });
  await settle();
  expect(given.kept.size).toBe(0);
});

it("withdraws a question whose connection has ended", async () => {
  const given = desk();
  const over = new AbortController();
  const asking = given.late.ask(question("a"), over.signal);
  await settle();
  over.abort("closed");
  await asking;
  expect(given.shown).toEqual([]);
});

/** What happens at a desk, one after the other. */
type Step =
  | { readonly does: "ask"; readonly tag: string }
  | { readonly does: "give-up" | "close"; readonly caller: number }
  | { readonly does: "answer"; readonly at: number }
  | { readonly does: "wait"; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant("ask"), tag: fc.constantFrom("a", "b") }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom("give-up", "close"),
      caller: fc.nat({ max: 8 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant("answer"), at: fc.nat({ max: 4 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("wait"), ms: fc.constantFrom(1, KEPT_MS + 1) }),
  },
) as fc.Arbitrary<Step>;

it("whatever happens, an answer reaches one call with its own question, or none", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
      const given = desk();
      const callers: { readonly tag: string; readonly over: AbortController; got?: Members }[] = [];
      let answers = 0;
      for (const one of steps) {
        if (one.does === "ask") {
          const caller: (typeof callers)[number] = { tag: one.tag, over: new AbortController() };
          callers.push(caller);
          void given.late
            .ask(question(one.tag), caller.over.signal)
            .then((answer) => (caller.got = answer));
        }
        if (one.does === "give-up") callers[one.caller]?.over.abort("gave-up");
        if (one.does === "close") callers[one.caller]?.over.abort("closed");
        if (one.does === "answer" && given.shown[one.at] !== undefined) {
          const { question: asked, answer } = given.shown[one.at]!;
          const { tag } = asked.call!.arguments as { tag: string };
          answers += 1;
          answer({ action: "accept", content: { tag, answer: answers } });
        }
        await (one.does === "wait" ? vi.advanceTimersByTimeAsync(one.ms) : settle());
      }
      const used = callers.flatMap(({ tag, got }) => {
        const content = got?.["content"] as { tag?: string; answer?: number } | undefined;
        if (content?.answer === undefined) return [];
        expect(content.tag).toBe(tag);
        return [content.answer];
      });
      expect(new Set(used).size).toBe(used.length);
      expect(given.errors).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
