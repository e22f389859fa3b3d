import { createMemoryStore } from "midcall/store";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ownTimers } from "../../../../test/own-timers.js";
import { type Completions, createCompletions } from "../../src/server/url-mode/completions.js";
import {
  type ElicitationOptions,
  resolveOptions,
  type Settings,
} from "../../src/server/options.js";
import { createLog, SECRET } from "./lab.js";

/** The ends for each person, as one program keeps them. */
const makeAll = (
  options: ElicitationOptions = {},
  more: Partial<Settings> = {},
): ((principal: string) => Completions) => {
  const settings = resolveOptions({ secret: SECRET, logger: createLog(), ...options });
  const all = createCompletions({ ...settings, ...more });
  return (principal) => all.of({ server: "lab", principal });
};
const make = (options: ElicitationOptions = {}): Completions => makeAll(options)("ada");
/** Seals nothing, where a hundred thousand seals would only take time. */
const unsealed = {
  sealer: {
    seal: (text: string) => text,
    open: (text: string) => text,
    names: (...parts: readonly string[]) => [parts.join(" ")],
  } as unknown as Settings["sealer"],
};
const never = (): Promise<never> => new Promise(() => {});
const open = (): AbortSignal => new AbortController().signal;
const MINUTE = 60_000;

afterEach(() => void vi.useRealTimers());

describe("who an interaction is for", () => {
  it("is forgotten for the oldest first, and never at the cost of a new one", async () => {
    const of = makeAll({}, unsealed);
    const completions = of("ada");
    for (let n = 0; n < 100_050; n++) await completions.claim(`id-${n}`, MINUTE);
    // The last ones still belong to somebody, and ends are noted as ever.
    await expect(of("bob").claim("id-100049", MINUTE)).rejects.toThrow(/another user's/);
    await completions.complete("id-100049");
    expect(
      await completions.wait({ elicitationId: "id-100049" }, Date.now() + MINUTE, open()),
    ).toBe(true);
  });

  it("is remembered as long as the question can be answered, and as long as its end is", async () => {
    const clock = { now: 1_000_000 };
    const of = makeAll({ now: () => clock.now });
    const [completions, bobs] = [of("ada"), of("bob")];
    await completions.claim("given-up", 20 * MINUTE);
    await completions.claim("done", 20 * MINUTE);
    clock.now += 19 * MINUTE;
    await expect(bobs.claim("given-up", MINUTE)).rejects.toThrow(/another user's/);
    await completions.complete("done");
    clock.now += 59 * MINUTE;
    await bobs.claim("given-up", MINUTE);
    await expect(bobs.claim("done", MINUTE)).rejects.toThrow(/another user's/);
  });
});

describe("the wait for an end", () => {
  it.each([
    ["completed()", { completed: never }],
    ["a visit", { ended: never }],
    ["both", { completed: never, ended: never, elicitationId: "x" }],
  ])("ends at the deadline though %s never settles", async (_, ending) => {
    vi.useFakeTimers();
    const waited = make().wait(ending, Date.now() + 5000, open());
    await vi.advanceTimersByTimeAsync(4999);
    await expect(Promise.race([waited, Promise.resolve("waiting")])).resolves.toBe("waiting");
    await vi.advanceTimersByTimeAsync(1001);
    await expect(Promise.race([waited, Promise.resolve("waiting")])).resolves.toBe(false);
  });

  it("ends when it is given up though completed() never settles", async () => {
    vi.useFakeTimers();
    const waiting = ownTimers();
    const stop = new AbortController();
    const waited = make().wait({ completed: never }, Date.now() + 10 * MINUTE, stop.signal);
    await vi.advanceTimersByTimeAsync(100);
    stop.abort();
    await vi.advanceTimersByTimeAsync(1000);
    await expect(Promise.race([waited, Promise.resolve("waiting")])).resolves.toBe(false);
    expect(waiting()).toBe(0);
  });

  it("hears complete(id) beside a completed() that never settles", async () => {
    const completions = make();
    const waited = completions.wait(
      { completed: never, elicitationId: "x" },
      Date.now() + 10 * MINUTE,
      open(),
    );
    await completions.complete("x");
    expect(await waited).toBe(true);
  });

  it.each(["get", "subscribe"] as const)(
    "ends at the deadline though the store's %s() never answers",
    async (method) => {
      vi.useFakeTimers();
      const store = { ...createMemoryStore(), [method]: never };
      const waited = make({ store }).wait({ elicitationId: "x" }, Date.now() + 5000, open());
      await vi.advanceTimersByTimeAsync(6000);
      await expect(Promise.race([waited, Promise.resolve("waiting")])).resolves.toBe(false);
    },
  );

  it("looks once, even when there is no time", async () => {
    let looks = 0;
    const completed = async (): Promise<boolean> => {
      await new Promise((resolve) => setImmediate(resolve));
      return ++looks === 1;
    };
    const stop = AbortSignal.abort();
    expect(await make().wait({ completed }, Date.now() + MINUTE, stop)).toBe(true);
  });
});

describe("a host to be told of an end", () => {
  it("is forgotten when it has gone", async () => {
    const completions = make();
    const told: string[] = [];
    const gone = new AbortController();
    const stays = new AbortController();
    const tell = async (id: string): Promise<void> => void told.push(id);
    await completions.notify("left", () => tell("left"), { connectionSignal: gone.signal });
    await completions.notify("here", () => tell("here"), { connectionSignal: stays.signal });
    gone.abort();
    await completions.complete("left");
    await completions.complete("here");
    await vi.waitFor(() => expect(told).toEqual(["here"]));
  });

  it("is forgotten when the question is long over", async () => {
    vi.useFakeTimers();
    const waiting = ownTimers();
    const completions = make();
    const told: string[] = [];
    const late = async (): Promise<void> => void told.push("late");
    await completions.notify("late", late, { connectionSignal: open(), forMs: 5000 });
    await completions.notify("in time", async () => void told.push("in time"), {
      connectionSignal: open(),
      forMs: 6000,
    });
    await vi.advanceTimersByTimeAsync(5500);
    await completions.complete("late");
    await completions.complete("in time");
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual(["in time"]);
    expect(waiting()).toBe(0);
  });
});

it("an end is noted after a hundred thousand ends that nobody was asked for", async () => {
  const log = createLog();
  const settings = resolveOptions({ secret: SECRET, logger: log });
  const completions = createCompletions({ ...settings, ...unsealed });
  for (let n = 0; n < 100_001; n++) await completions.complete(`id-${n}`);
  // Nobody was asked for any of them, which is told once.
  expect([log.warnings, log.errors]).toEqual([
    [expect.stringMatching(/This warning is shown once\.$/)],
    [],
  ]);
});
