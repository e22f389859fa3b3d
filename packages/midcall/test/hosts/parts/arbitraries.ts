import fc from "fast-check";
import { protocolVersions } from "midcall/testing";
import {
  answeringForUser,
  changingArguments,
  guessingKeys,
  type Model,
  obedient,
  repeating,
} from "./model.js";
import type { AppTraits, HostTraits, OnQuestion } from "./traits.js";
import { inTurn, type User, type UserAct } from "./user.js";

/** The defects that hosts are known for, by name. Any of them is drawn with the other traits. */
export const defects = {
  "instant decline": {
    onQuestion: fc.record({
      does: fc.constant("answers-itself" as const),
      action: fc.constant("decline" as const),
      afterMs: fc.integer({ min: 15, max: 75 }),
    }),
  },
  "instant cancel or accept": {
    onQuestion: fc.record({
      does: fc.constant("answers-itself" as const),
      action: fc.constantFrom("accept" as const, "cancel" as const),
      afterMs: fc.integer({ min: 15, max: 75 }),
    }),
  },
  "a stray key": {
    onQuestion: fc.record({
      does: fc.constant("stray-key" as const),
      afterMs: fc.integer({ min: 0, max: 5_000 }),
    }),
  },
  "hangs to the time-out": { onQuestion: fc.constant({ does: "hangs" as const }) },
  "drops rounds": {
    onQuestion: fc.constant({ does: "drops-rounds" as const }),
    protocolVersion: fc.constant("2026-07-28" as const),
  },
  "empties accepts": { emptiesAccepts: fc.constant(true) },
  "cancel is a decline": { cancelIsDecline: fc.constant(true) },
  "capability without user interface": {
    onQuestion: fc.record({
      does: fc.constant("fails" as const),
      code: fc.constantFrom(-32_601, -32_602, -32_603),
    }),
  },
  "no capability": { declares: fc.constant("none" as const) },
  "ignores progress": { progress: fc.constantFrom("ignored" as const, "unwanted" as const) },
  "answers late": { answersLate: fc.constant(true) },
  "answers what nobody asked": { straysAnswers: fc.constant(true) },
} satisfies Record<string, { [K in keyof HostTraits]?: fc.Arbitrary<HostTraits[K]> }>;

const onQuestion: fc.Arbitrary<OnQuestion> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ does: "shows" as const }) },
  ...Object.values(defects).flatMap((defect) =>
    "onQuestion" in defect ? [defect.onQuestion as fc.Arbitrary<OnQuestion>] : [],
  ),
);

const apps: fc.Arbitrary<AppTraits> = fc.record({
  meta: fc.constantFrom("hidden", "leaked", "dropped"),
  hidesTools: fc.boolean(),
  messages: fc.boolean(),
});

/** Hosts with any combination of traits. @param fixed Traits that all of them have. */
export function hostTraits(
  fixed: { readonly [K in keyof HostTraits]?: fc.Arbitrary<HostTraits[K]> } = {},
): fc.Arbitrary<HostTraits> {
  return fc.record({
    protocolVersion: fc.constantFrom(...protocolVersions),
    name: fc.constantFrom("simulated", "claude-code", "claude-ai", "codex-mcp-client"),
    version: fc.constantFrom("0.1.0", "0.154.0", "2.1.90", "2.1.251"),
    declares: fc.constantFrom("none", "bare", "form", "url", "both"),
    onQuestion,
    emptiesAccepts: fc.boolean(),
    cancelIsDecline: fc.boolean(),
    callTimeout: fc.record({ ms: fc.constantFrom(60_000, 180_000), notifies: fc.boolean() }),
    progress: fc.constantFrom("extends", "ignored", "unwanted"),
    answersLate: fc.boolean(),
    straysAnswers: fc.boolean(),
    apps: fc.option(apps, { nil: undefined }),
    ...fixed,
  } as { [K in keyof HostTraits]: fc.Arbitrary<HostTraits[K]> });
}

/** Some users read for longer than a host waits. */
const afterMs = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1_000, max: 30_000 }) },
  fc.integer({ min: 61_000, max: 400_000 }),
);

const contents = [
  { confirm: true },
  { confirm: false },
  { name: "Ada" },
  { name: "Ada", note: "x" },
  {},
  { count: 3 },
] as const;

const act: fc.Arbitrary<UserAct> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("accepts" as const),
      content: fc.constantFrom(...contents),
      afterMs,
    }),
  },
  fc.record({ does: fc.constantFrom("declines" as const, "closes" as const), afterMs }),
  fc.constant({ does: "walks-away" as const, afterMs: 0 }),
);

/** Users who do a few things in turn. */
export const users: fc.Arbitrary<User> = fc
  .array(act, { minLength: 1, maxLength: 4 })
  .map((acts) => inTurn(...acts.map((one) => () => one)));

/** Models that do what they are told, or more than that. */
export const models: fc.Arbitrary<Model> = fc.oneof(
  fc.constant(obedient(3)),
  fc.integer({ min: 1, max: 3 }).map(repeating),
  fc
    .array(fc.record({ target: fc.constantFrom("notes", "letters", "everything") }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((others) => changingArguments(...others)),
  fc.constant(0).map(() => answeringForUser(12)),
  fc.array(fc.string({ minLength: 1, maxLength: 43 }), { maxLength: 8 }).map(guessingKeys),
);
