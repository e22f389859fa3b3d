import fc from "fast-check";

/*
 * Handlers made at random, of what makes an answer go astray: branches side by side, functions of their own,
 * loops, questions in the same words, waits outside of steps, lists that are another one in the next run.
 */

export type Program = readonly Op[];
export type Op =
  /** A question. `words` is one of a few, so that questions in the same words are common. */
  | { readonly op: "ask"; readonly words: number; readonly keyed: boolean; readonly yes: Program }
  /** A question whose words are others in some runs. */
  | { readonly op: "changing"; readonly words: number; readonly odds: number }
  /** A question that is left out in some runs: the list has become shorter. */
  | { readonly op: "sometimes"; readonly words: number; readonly odds: number }
  | { readonly op: "step"; readonly ms: number }
  | { readonly op: "wait"; readonly ms: number }
  /** A wait that every second run does not have, such as for something that may be in a cache. */
  | { readonly op: "cache"; readonly ms: number }
  | { readonly op: "loop"; readonly times: number; readonly body: Program }
  | { readonly op: "function"; readonly pauses: boolean; readonly body: Program }
  | { readonly op: "parallel"; readonly parts: readonly Program[] }
  /** Leaves this branch early in some runs. */
  | { readonly op: "return"; readonly odds: number };

/** Longest wait outside of a step, in milliseconds. */
export const LONGEST_WAIT_MS = 30;

const words = fc.nat(2);
const odds = fc.integer({ min: 1, max: 3 });

const { program } = fc.letrec<{
  program: Program;
  op: Op;
  ask: Op;
  plain: Op;
  fickle: Op;
  nested: Op;
  fork: Op;
}>((tie) => ({
  program: fc.array(tie("op"), { minLength: 1, maxLength: 3 }),
  op: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { arbitrary: tie("ask"), weight: 3 },
    { arbitrary: tie("plain"), weight: 3 },
    { arbitrary: tie("fickle"), weight: 1 },
    { arbitrary: tie("nested"), weight: 4 },
    { arbitrary: tie("fork"), weight: 2 },
  ),
  /** Branches that begin with a question of their own each, and go on in the same words. */
  fork: fc
    .array(fc.array(tie("plain"), { maxLength: 3 }), { minLength: 2, maxLength: 3 })
    .map((bodies) => ({
      op: "parallel" as const,
      parts: bodies.map((body, n) => {
        const same: Op = { op: "ask", words: 9, keyed: false, yes: [{ op: "step", ms: 0 }] };
        return [{ op: "ask", words: n, keyed: false, yes: [...body, same] }];
      }),
    })) as fc.Arbitrary<Op>,
  ask: fc.record({
    op: fc.constant("ask" as const),
    words,
    keyed: fc.boolean(),
    yes: fc.oneof(fc.constant([] as Program), tie("program")),
  }),
  plain: fc.oneof(
    fc.record({ op: fc.constant("step" as const), ms: fc.constantFrom(0, 0, 1, 4) }),
    fc.record({
      op: fc.constant("wait" as const),
      ms: fc.constantFrom(0, 0, 1, 3, 10, LONGEST_WAIT_MS),
    }),
  ),
  fickle: fc.oneof(
    fc.record({ op: fc.constant("changing" as const), words, odds }),
    fc.record({ op: fc.constant("sometimes" as const), words, odds }),
    fc.record({ op: fc.constant("return" as const), odds }),
  ),
  nested: fc.oneof(
    fc.record({
      op: fc.constant("loop" as const),
      times: fc.integer({ min: 1, max: 3 }),
      body: tie("program"),
    }),
    fc.record({
      op: fc.constant("function" as const),
      pauses: fc.boolean(),
      body: tie("program"),
    }),
    fc.record({
      op: fc.constant("parallel" as const),
      parts: fc.array(tie("program"), { minLength: 2, maxLength: 3 }),
    }),
  ),
}));

/** Questions a program can come to. */
function questionsOf(program: Program): number {
  return program.reduce((sum, op) => sum + questionsIn(op), 0);
}

function questionsIn(op: Op): number {
  switch (op.op) {
    case "ask":
      return 1 + questionsOf(op.yes);
    case "changing":
    case "sometimes":
      return 1;
    case "loop":
      return op.times * questionsOf(op.body);
    case "function":
      return questionsOf(op.body);
    case "parallel":
      return op.parts.reduce((sum, part) => sum + questionsOf(part), 0);
    default:
      return 0;
  }
}

/** Programs that ask, though not for ever. */
export const programs: fc.Arbitrary<Program> = program.filter((made) => {
  const questions = questionsOf(made);
  return questions > 0 && questions <= 12;
});

/** Branches that ask in the same words, each after a wait that some runs do not have. */
export const cachedPrograms: fc.Arbitrary<Program> = fc
  .array(fc.constantFrom(1, 3, 10, LONGEST_WAIT_MS), { minLength: 2, maxLength: 3 })
  .map((waits) => [
    {
      op: "parallel" as const,
      parts: waits.map((ms) => [
        { op: "cache" as const, ms },
        { op: "ask" as const, words: 9, keyed: false, yes: [{ op: "step" as const, ms: 0 }] },
      ]),
    },
  ]);

/**
 * Whether two places belong to branches that run side by side. Of two that follow each other, one may stand in
 * for the other in a run that leaves something out: then the branch is the same.
 */
export function areSideBySide(one: string, other: string): boolean {
  const parts = (at: string): string[] => at.split(/(?=[.#pfy])/);
  const [left, right] = [parts(one), parts(other)];
  const fork = left.findIndex((part, n) => part !== right[n]);
  return fork !== -1 && left[fork]!.startsWith("p") && (right[fork] ?? "").startsWith("p");
}

/** Whether a handler does the same in each run, as it should. */
export function isOrderly(program: Program): boolean {
  return program.every((op) => {
    switch (op.op) {
      case "changing":
      case "sometimes":
      case "return":
        return false;
      case "ask":
        return isOrderly(op.yes);
      case "loop":
      case "function":
        return isOrderly(op.body);
      case "parallel":
        return op.parts.every(isOrderly);
      default:
        return true;
    }
  });
}

/** What a program does things with. `at` names the place in the program, the same in each run. */
export interface Doing {
  ask(at: string, words: string, key: string | undefined): Promise<string>;
  step(at: string, ms: number): Promise<unknown>;
  random(below: number): number;
}

class Left extends Error {}

/** Follows a program. What it returns tells the answer that each place was given. */
export async function follow(program: Program, doing: Doing): Promise<string[]> {
  const out: string[] = [];
  const branch = async (body: Program, at: string): Promise<void> => {
    try {
      await all(body, at);
    } catch (error) {
      if (!(error instanceof Left)) throw error;
    }
  };
  const all = async (body: Program, at: string): Promise<void> => {
    for (const [index, op] of body.entries()) await perform(op, `${at}.${index}`);
  };
  const ask = async (at: string, words: string, key?: string): Promise<string> => {
    const answer = await doing.ask(at, words, key);
    out.push(`${at}=${answer}`);
    return answer;
  };
  const perform = async (op: Op, at: string): Promise<void> => {
    switch (op.op) {
      case "ask": {
        const answer = await ask(at, `Question ${op.words}?`, op.keyed ? at : undefined);
        if (answer.startsWith("accept")) await all(op.yes, `${at}y`);
        return;
      }
      case "changing":
        await ask(at, `Question ${op.words}, ${doing.random(op.odds + 1)} files?`);
        return;
      case "sometimes":
        if (doing.random(op.odds + 1) > 0) await ask(at, `Question ${op.words}?`);
        return;
      case "step":
        await doing.step(at, op.ms);
        return;
      case "cache":
        if (doing.random(2) === 0) return;
        await new Promise((resolve) => setTimeout(resolve, doing.random(op.ms) + 1));
        return;
      case "wait": {
        // None at all now and then: what is read may be in a cache.
        const ms = doing.random(op.ms + 2) - 1;
        if (ms >= 0) await wait(ms);
        return;
      }
      case "loop":
        for (let time = 0; time < op.times; time++) await all(op.body, `${at}#${time}`);
        return;
      case "function": {
        const own = async (): Promise<void> => {
          if (op.pauses) await null;
          await all(op.body, `${at}f`);
        };
        await own();
        return;
      }
      case "parallel":
        await Promise.all(op.parts.map((part, n) => branch(part, `${at}p${n}`)));
        return;
      case "return":
        if (doing.random(op.odds + 1) === 0) throw new Left();
        return;
    }
  };
  await branch(program, "");
  return out.sort();
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => (ms === 0 ? setImmediate(resolve) : setTimeout(resolve, ms)));
}
