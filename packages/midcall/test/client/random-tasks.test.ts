import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runTask, type TaskParts } from "../../src/client/attach/tasks/run-task.js";
import { scaled } from "../../../../test/night.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What a server says at one poll: which of its keys are open, whether it mends or changes a request, or that it is over. */
const poll = fc.record({
  status: fc.constantFrom(
    "input_required",
    "input_required",
    "input_required",
    "working",
    "completed",
    "failed",
    "cancelled",
    "thinking",
  ),
  keys: fc.uniqueArray(fc.constantFrom("a", "b", "__proto__", "constructor"), { maxLength: 4 }),
  /** Whether a key stands for another question than before: a server must not do that. */
  isChanged: fc.integer({ min: 0, max: 9 }).map((nr) => nr === 0),
  pollIntervalMs: fc.constantFrom<unknown>(0, 1, 1e9, -5, NaN, "1", null),
  isOtherTask: fc.integer({ min: 0, max: 19 }).map((nr) => nr === 0),
  fails: fc.constantFrom(0, 0, 0, 0, 0, -32602, -32603, 1),
});
const script = fc.record({
  polls: fc.array(poll, { minLength: 1, maxLength: 12 }),
  /** After how many milliseconds the user answers each question; 0 for at once. */
  answersAfter: fc.array(fc.constantFrom(0, 50, 150, 1_000, 1e9), { minLength: 1 }),
  updates: fc.array(fc.constantFrom(0, 0, 0, -32603, 1), { minLength: 1 }),
  abortAt: fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: undefined }),
  loseAt: fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: undefined }),
});

it("sends each answer for the question that it was given to, whatever the server does", async () => {
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(script, async ({ polls, answersAfter, updates, abortAt, loseAt }) => {
      const abort = new AbortController();
      const gone = new AbortController();
      /** What the server asked under each key at the last poll. */
      let asked = new Map<string, string>();
      const sent: [key: string, response: unknown][] = [];
      const given: [key: string, content: unknown, asked: unknown][] = [];
      let late = 0;
      let open = 0;
      let questions = 0;
      let count = 0;
      let updateCount = 0;
      let cancels = 0;
      let isOver = false;
      const refusal = (code: number): Error =>
        Object.assign(new Error("No"), { code: code === 1 ? "REQUEST_TIMEOUT" : code });
      const parts: TaskParts = {
        inbox: {
          handle: (params, { signal }) =>
            new Promise((resolve) => {
              open += 1;
              const { message } = params as { message: string };
              const end = (result: unknown): void => {
                open -= 1;
                resolve(result as never);
              };
              const stop = (): void => {
                clearTimeout(timer);
                end({ action: "cancel", content: { "midcall/cannotAsk": "withdrawn" } });
              };
              const timer = setTimeout(
                () => {
                  signal?.removeEventListener("abort", stop);
                  end({ action: "accept", content: { message } });
                },
                answersAfter[questions++ % answersAfter.length],
              );
              if (signal?.aborted) stop();
              else signal?.addEventListener("abort", stop, { once: true });
            }),
        },
        server: "Lab",
        call: { method: "tools/call", name: "t" },
        run: { ended: new AbortController().signal },
        from: undefined,
        signal: abort.signal,
        gone: gone.signal,
        running: new Set(),
        keep: (round) => void round(),
        onTask: () => {},
        async request(method, params, { signal }) {
          signal?.throwIfAborted();
          if (isOver) late += 1;
          if (method === "tasks/cancel") return void (cancels += 1);
          if (method === "tasks/update") {
            for (const [key, response] of Object.entries(params["inputResponses"] as object)) {
              sent.push([key, response]);
              given.push([key, (response as { content: unknown }).content, asked.get(key)]);
            }
            const code = updates[updateCount++ % updates.length]!;
            if (code) throw refusal(code);
            return {};
          }
          const at = count++;
          const now = polls[Math.min(at, polls.length - 1)]!;
          if (at > 60) {
            isOver = true;
            return { taskId: "t", status: "completed", result: {} };
          }
          if (now.fails) throw refusal(now.fails);
          const messages = now.keys.map(
            (key) => [key, now.isChanged ? `${key} at ${at}` : `${key} at first`] as const,
          );
          asked = new Map(now.status === "input_required" ? messages : []);
          const inputRequests = Object.fromEntries(
            messages.map(([key, message]) => [
              key,
              { method: "elicitation/create", params: { message } },
            ]),
          );
          return {
            ...{ taskId: now.isOtherTask ? "u" : "t", status: now.status, inputRequests },
            ...{ pollIntervalMs: now.pollIntervalMs, result: { content: [] } },
          };
        },
        settle: async (outcome) => outcome,
      };
      const running = runTask({ taskId: "t", status: "working", pollIntervalMs: 100 }, parts);
      let end: unknown;
      running.then(
        (result) => (end = { result }),
        (error: unknown) => (end = { error }),
      );
      if (abortAt !== undefined) setTimeout(() => abort.abort(), abortAt);
      if (loseAt !== undefined) setTimeout(() => gone.abort(new Error("Lost")), loseAt);
      // As many minutes as there can be polls.
      for (let minute = 0; minute < 200 && !end; minute++)
        await vi.advanceTimersByTimeAsync(60_000);
      expect(end).toBeDefined();
      expect(open).toBe(0);
      expect(parts.running.size).toBe(0);
      answered += sent.length;
      for (const [, content, message] of given) expect(content).toEqual({ message });
      // Nothing is asked or answered once the task is over.
      expect(late).toBe(0);
      // One key, one answer: a server that uses it for another question does not get one for that.
      const perKey = new Map(sent.map(([key, response]) => [key, JSON.stringify(response)]));
      for (const [key, response] of sent) expect(perKey.get(key)).toBe(JSON.stringify(response));
      const before = [sent.length, count];
      await vi.advanceTimersByTimeAsync(600_000);
      expect([sent.length, count]).toEqual(before);
      expect(cancels).toBeLessThanOrEqual(1);
      // The task of a lost connection goes on, and can be resumed.
      if ((end as { error?: unknown }).error === gone.signal.reason && gone.signal.aborted) {
        expect(cancels).toBe(0);
      }
      vi.clearAllTimers();
    }),
    { numRuns: scaled(250, 1_500) },
  );
  expect(answered).toBeGreaterThan(scaled(20, 100));
});

it("polls a server that wants to be polled often for hours less and less", async () => {
  let count = 0;
  const abort = new AbortController();
  const running = runTask(
    { taskId: "t", status: "working" },
    {
      inbox: { handle: async () => ({ action: "cancel" }) },
      server: "Lab",
      call: { method: "tools/call", name: "t" },
      run: { ended: abort.signal },
      from: undefined,
      signal: abort.signal,
      gone: new AbortController().signal,
      running: new Set(),
      keep: () => {},
      onTask: () => {},
      async request(_method, _params, { signal }) {
        signal?.throwIfAborted();
        count += 1;
        return { taskId: "t", status: "working", pollIntervalMs: 1 };
      },
      settle: async (outcome) => outcome,
    },
  );
  running.catch(() => {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count).toBeGreaterThan(80);
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(count).toBeLessThan(8_000);
  const before = count;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(count - before).toBeLessThanOrEqual(61);
  abort.abort();
  await expect(running).rejects.toThrow();
});
