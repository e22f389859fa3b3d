import fc from "fast-check";

/** One thing that takes whatever comes, and what has to hold for it. */
export interface FuzzTarget<Input = unknown, Subject = unknown> {
  readonly name: string;
  /** What one run tries, in the plural. */
  readonly tried: string;
  /** How many inputs are tried in `npm test`, which is as many as its faults in faults.test.ts need, and at night. */
  readonly runs: readonly [here: number, night: number];
  /** What is under test: ours, or a broken one in faults.test.ts. */
  readonly subject: Subject;
  readonly input: fc.Arbitrary<Input>;
  /** Throws where something does not hold. Synchronous, but for what can only be awaited. */
  readonly check: (input: Input, subject: Subject) => void | Promise<void>;
  readonly asynchronous?: boolean;
}

/** A target as one of a list; it is only ever run on inputs and subjects of its own. */
export function target<Input, Subject>(made: FuzzTarget<Input, Subject>): FuzzTarget {
  return made as unknown as FuzzTarget;
}

/** Throws with the words, where something does not hold. */
export function must(holds: boolean, words: string): asserts holds {
  if (!holds) throw new Error(words);
}

/** What a function throws, or nothing if it does not. */
export function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error ?? new Error(`threw ${String(error)}`);
  }
  return undefined;
}

export interface FuzzOptions {
  readonly seed: number;
  /** Until when new inputs are tried (milliseconds). */
  readonly ms?: number;
  /** How many inputs are tried at most. */
  readonly runs?: number;
  /** Of a find: goes straight there. */
  readonly path?: string;
  /** Told before each input, with its number. */
  readonly onRun?: (run: number) => void;
}

/** An input for which something does not hold, as short as it could be made. */
export interface Find {
  readonly input: string;
  readonly why: string;
  readonly path: string;
}

export interface FuzzResult {
  readonly runs: number;
  readonly find?: Find;
}

/** Runs a target until the time is up, the runs are done, or something is found. */
export async function fuzz(
  { input, check, asynchronous, ...tested }: FuzzTarget,
  { seed, ms, runs, path, onRun }: FuzzOptions,
  subject: unknown = tested.subject,
): Promise<FuzzResult> {
  let count = 0;
  const run = (tried: unknown): void | Promise<void> => {
    onRun?.(++count);
    return check(tried, subject);
  };
  const parameters: fc.Parameters<[unknown]> = {
    seed,
    numRuns: runs ?? 2 ** 31 - 1,
    ...(path !== undefined && { path }),
    ...(ms !== undefined && { interruptAfterTimeLimit: ms, markInterruptAsFailure: false }),
  };
  const details = asynchronous
    ? await fc.check(
        fc.asyncProperty(input, async (tried) => run(tried)),
        parameters,
      )
    : fc.check(
        fc.property(input, (tried) => void run(tried)),
        parameters,
      );
  if (!details.failed) return { runs: details.numRuns };
  const error = details.errorInstance;
  return {
    runs: details.numRuns,
    find: {
      input: fc.stringify(details.counterexample?.[0]),
      why: error instanceof Error ? shortened(error.stack ?? error.message) : String(error),
      path: details.counterexamplePath ?? "",
    },
  };
}

/** Where it happened; the way through fast-check is always the same. */
const shortened = (stack: string): string =>
  stack
    .split("\n")
    .filter((line) => !/node_modules|fuzz-target/.test(line))
    .join("\n");

/** The input of a run, for one that never came to its end. */
export function inputOfRun({ input }: FuzzTarget, seed: number, run: number): string {
  return fc.stringify(fc.sample(input, { seed, numRuns: run }).at(-1));
}
