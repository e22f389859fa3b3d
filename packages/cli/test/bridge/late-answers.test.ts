import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { KEPT_MS, type KeptAnswer, type KeptAnswers } from "../../src/bridge/desk/kept-answers.js";
import { LateAnswers } from "../../src/bridge/desk/late-answers.js";
import type { DeskQuestion } from "../../src/bridge/desk/question.js";
import type { Members } from "../../src/bridge/wire/messages.js";
import { scaled } from "../../../../test/night.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** @param slowMs - how long the disk takes */
function memoryAnswers(
  slowMs: number,
): KeptAnswers & { readonly size: number; readonly said: readonly string[] } {
  const kept = new Map<string, KeptAnswer>();
  const said: string[] = [];
  return {
    said,
    record: (what, { shown, asked }) => void said.push(`${what}: ${shown.tool}, ${asked}`),
    get size() {
      return kept.size;
    },
    async put(key, answer) {
      if (slowMs > 0) await pause(slowMs);
      kept.set(key, answer);
    },
    async take(key) {
      if (slowMs > 0) await pause(slowMs);
      const found = kept.get(key);
      kept.delete(key);
      return found && found.until > Date.now() ? found : undefined;
    },
  };
}

/** A user who sees questions and answers them when they are told to. */
function desk(slowMs = 0) {
  const shown: {
    readonly question: DeskQuestion;
    readonly kept: AbortSignal;
    answer(answer: Members): void;
  }[] = [];
  const kept = memoryAnswers(slowMs);
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
  linksOf: serverId,
  isFirst: true,
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

it("forgets it when the user answers the same question in another way", async () => {
  const given = desk();
  // Two hosts make the same call at once.
  const second = given.late.ask(question("a"), open);
  await settle();
  await leave(given, question("a"));
  given.shown[1]!.answer(accepted);
  await settle();
  given.shown[0]!.answer({ action: "decline" });
  expect(await second).toEqual({ action: "decline" });
  expect(given.kept.said).toEqual(["stored: pick, Which?", "withdrawn: pick, Which?"]);
  void given.late.ask(question("a"), open);
  await settle();
  expect(given.shown).toHaveLength(1);
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
  ["the same server under another name", { ...question("a"), server: "Another account" }],
  ["a question that others have gone before in its call", { ...question("a"), isFirst: false }],
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

it("keeps none for arguments with numbers that differ for the server alone", async () => {
  const given = desk();
  // The server gets the line as it came: with 9007199254740993.
  const transfer = (to: string): DeskQuestion => ({
    ...question("a"),
    call: { method: "tools/call", name: "pay", arguments: JSON.parse(`{"to":${to}}`) as unknown },
  });
  await leave(given, transfer("9007199254740993"));
  expect(given.shown).toEqual([]);
  void given.late.ask(transfer("9007199254740992"), open);
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
  /** `patience`: after how many milliseconds it gives up; `undefined`: it does not. */
  | { readonly does: "ask"; readonly tag: string; readonly patience: number | undefined }
  | { readonly does: "give-up" | "close"; readonly caller: number }
  | { readonly does: "answer"; readonly at: number }
  | { readonly does: "wait"; readonly ms: number };

const SLOW_MS = 3;
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("ask"),
      tag: fc.constantFrom("a", "b"),
      patience: fc.option(fc.nat({ max: SLOW_MS + 1 }), { nil: undefined, freq: 2 }),
    }),
  },
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

/** Callers at a desk, and the answers that nobody has got yet. */
class Callers {
  readonly given = desk(SLOW_MS);
  readonly all: { readonly tag: string; readonly over: AbortController; got?: number }[] = [];
  /** The last answer to each question that nobody waited for. */
  readonly kept = new Map<string, number>();
  readonly used: number[] = [];
  #answers = 0;

  async take(one: Step): Promise<void> {
    if (one.does === "ask") this.ask(one.tag, one.patience);
    if (one.does === "give-up") this.all[one.caller]?.over.abort("gave-up");
    if (one.does === "close") this.all[one.caller]?.over.abort("closed");
    if (one.does === "answer") this.#answer(one.at);
    if (one.does === "wait") await vi.advanceTimersByTimeAsync(one.ms);
    if (one.does === "wait" && one.ms > KEPT_MS) this.kept.clear();
    await vi.advanceTimersByTimeAsync(SLOW_MS * 3);
    for (const caller of this.all) this.#note(caller);
  }

  ask(tag: string, patience: number | undefined): (typeof this.all)[number] {
    const caller: (typeof this.all)[number] = { tag, over: new AbortController() };
    this.all.push(caller);
    const { signal } = caller.over;
    void this.given.late.ask(question(tag), signal).then((answer) => {
      const content = answer["content"] as { tag?: string; answer?: number } | undefined;
      if (content?.answer === undefined) return;
      expect(content.tag).toBe(tag);
      if (!signal.aborted) caller.got = content.answer;
    });
    const giveUp = (): void => caller.over.abort("gave-up");
    if (patience === 0) giveUp();
    else if (patience !== undefined) setTimeout(giveUp, patience);
    return caller;
  }

  #answer(at: number): void {
    const asked = this.given.shown[at];
    if (asked === undefined) return;
    const { tag } = asked.question.call!.arguments as { tag: string };
    this.#answers += 1;
    this.kept.set(tag, this.#answers);
    asked.answer({ action: "accept", content: { tag, answer: this.#answers } });
  }

  #note({ tag, got }: (typeof this.all)[number]): void {
    if (got === undefined || this.used.includes(got)) return;
    this.used.push(got);
    if (this.kept.get(tag) === got) this.kept.delete(tag);
  }
}

it("whatever happens, an answer reaches one call with its own question, now or when it comes again", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
      const callers = new Callers();
      for (const one of steps) await callers.take(one);
      // A call waits for a question that is still open before it takes an answer that is kept.
      while (callers.given.shown.length > 0) await callers.take({ does: "answer", at: 0 });
      const used = callers.all.flatMap(({ got }) => got ?? []);
      expect(new Set(used).size).toBe(used.length);
      // Nothing that the user has answered is lost.
      for (const [tag, answer] of callers.kept) {
        const again = callers.ask(tag, undefined);
        await vi.advanceTimersByTimeAsync(SLOW_MS * 3);
        expect(again.got).toBe(answer);
      }
      expect(callers.given.errors).toEqual([]);
    }),
    { numRuns: scaled(100, 500) },
  );
});
