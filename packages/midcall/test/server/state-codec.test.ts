import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactState, expandState } from "../../src/server/state/codec.js";
import type {
  AnswerEntry,
  Entry,
  FlowState,
  Pending,
  StepEntry,
} from "../../src/server/state/records.js";
import { scaled } from "../../../../test/night.js";

const text = fc.string({ unit: "grapheme", maxLength: 20 });
const time = fc.nat();
/** What JSON gives back as it was. */
const data = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const yes = fc.constant(true as const);

const answer: fc.Arbitrary<AnswerEntry> = fc.record(
  {
    kind: fc.constant("question" as const),
    key: text,
    digest: text,
    message: text,
    action: fc.constantFrom("accept", "decline", "cancel", "unanswered"),
    elapsedMs: time,
    content: data,
    output: fc.tuple(data),
    derivesOutput: yes,
    reason: fc.constantFrom(
      "deadline",
      "disconnected",
      "busy",
      "blocked",
      "unsupported",
      "auto-declined",
      "invalid",
    ),
    error: fc.record({ code: fc.integer(), message: text }, { noNullPrototype: true }),
    completed: yes,
    abortedSignal: yes,
    afterWait: yes,
  },
  {
    requiredKeys: ["kind", "key", "digest", "message", "action", "elapsedMs"],
    noNullPrototype: true,
  },
);
const step: fc.Arbitrary<StepEntry> = fc.record(
  {
    kind: fc.constant("step" as const),
    key: text,
    value: data,
    error: fc.record(
      { name: text, message: text, code: fc.oneof(text, fc.integer()) },
      { requiredKeys: ["name", "message"], noNullPrototype: true },
    ),
  },
  { requiredKeys: ["kind", "key"], noNullPrototype: true },
);
const pending: fc.Arbitrary<Pending> = fc.record(
  {
    key: text,
    digest: text,
    message: text,
    askedAt: time,
    answerBy: time,
    sentAt: time,
    invalidAnswers: time,
    holds: time,
    response: data,
    afterWait: yes,
  },
  { requiredKeys: ["key", "digest", "message", "askedAt", "answerBy"], noNullPrototype: true },
);
const state: fc.Arbitrary<Omit<FlowState, "expiresAt">> = fc.record(
  {
    flow: text,
    round: time,
    turns: time,
    entries: fc.array(fc.oneof<fc.Arbitrary<Entry>[]>(answer, step), { maxLength: 5 }),
    pending: fc.array(pending, { maxLength: 5 }),
    changes: fc.dictionary(text, fc.integer({ min: 1, max: 9 }), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    incompleteRounds: time,
    longestWaitMs: time,
  },
  { noNullPrototype: true },
);

describe("the compact form of a state", () => {
  it("expands to the state it was made of, after a trip as JSON", () => {
    fc.assert(
      fc.property(state, (original) => {
        const sent = JSON.stringify(compactState(original));
        expect(expandState(JSON.parse(sent) as never)).toStrictEqual(original);
      }),
      { numRuns: scaled(150, 5_000) },
    );
  });

  it("is what it was: names of one letter, and nothing for what is absent", () => {
    const compact = compactState({
      flow: "flow",
      round: 2,
      turns: 1,
      entries: [
        {
          kind: "question",
          key: "q",
          digest: "d",
          message: "Sure?",
          action: "accept",
          elapsedMs: 5,
          content: { value: "a" },
        },
        { kind: "step", key: "s", value: 1 },
      ],
      pending: [{ key: "p", digest: "e", message: "More?", askedAt: 1, answerBy: 2, holds: 0 }],
      changes: {},
      incompleteRounds: 0,
      longestWaitMs: 0,
    });
    expect(JSON.parse(JSON.stringify(compact))).toStrictEqual({
      f: "flow",
      n: 2,
      u: 1,
      e: [
        { t: "q", k: "q", d: "d", w: "Sure?", a: "a", m: 5, c: { value: "a" } },
        { t: "s", k: "s", v: 1 },
      ],
      o: [{ k: "p", d: "e", w: "More?", at: 1, by: 2, h: 0 }],
    });
  });
});
