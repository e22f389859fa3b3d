import { createMemoryStore, type Store } from "midcall/store";
import { afterAll, beforeEach, expect, it } from "vitest";
import { scaled } from "../../../../test/night.js";
import {
  createStateLab,
  inBatches,
  open,
  type OpenCall,
  type RawReply,
  REFUSED,
  type StateLab,
} from "./state-lab.js";

/*
 * With a store every state is used once, with one set of answers. The same may be sent again, as its
 * response may have been lost; after the end it gives the recorded result and runs nothing.
 */

const CALLS = scaled(50, 1000);

let stepRuns = 0;
const labs: StateLab[] = [];
afterAll(() => Promise.all(labs.map((lab) => lab.close())));
beforeEach(() => {
  stepRuns = 0;
});

function createReplayLab(store: Store = createMemoryStore({ maxEntries: 1_000_000 })): StateLab {
  const lab = createStateLab(
    async (ctx) => {
      const first = await ctx.elicit("First?", ["yes", "no"]);
      if (first.action !== "accept") return first.action;
      await ctx.step("act", () => void stepRuns++);
      const second = await ctx.elicit("Second?", ["yes", "no"]);
      return `${first.data} ${second.action === "accept" ? second.data : second.action}`;
    },
    { store },
  );
  labs.push(lab);
  return lab;
}

const answers = (reply: Pick<RawReply, "requests">, value: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(reply.requests).map((key) => [key, { action: "accept", content: { value } }]),
  );

const outcome = ({ error, text }: RawReply): string | undefined =>
  error === undefined ? text : JSON.stringify(error);

it("refuses every replay of every call, and repeats results without running anything", async () => {
  const lab = createReplayLab();
  const wrong: string[] = [];
  let refused = 0;
  await inBatches(CALLS, async (n) => {
    const call = { args: { n }, sub: `user ${n % 9}` };
    const one = await open(lab, call, { value: "yes" });
    const expectRefused = async (
      what: string,
      state: string,
      responses?: Record<string, unknown>,
    ): Promise<void> => {
      const said = outcome(await lab.call({ ...call, state, ...(responses && { responses }) }));
      if (said === REFUSED) refused += 1;
      else wrong.push(`${what}: ${String(said)}`);
    };
    const no = answers(
      { requests: { [Object.keys(one.responses)[0]!]: { params: { message: "" } } } },
      "no",
    );

    const second = await lab.call({ ...call, state: one.state, responses: one.responses });
    await expectRefused("other answers while the call goes on", one.state, no);
    await expectRefused("no answers any more", one.state, {});
    await expectRefused("nothing any more", one.state);
    const again = await lab.call({ ...call, state: one.state, responses: one.responses });
    if (again.requests === undefined || again.state === undefined)
      wrong.push("the same answers again");

    const yes = answers(second, "yes");
    const end = await lab.call({ ...call, state: second.state, responses: yes });
    if (outcome(end) !== "yes yes") wrong.push(`the untouched twin: ${String(outcome(end))}`);
    const repeated = await lab.call({ ...call, state: second.state, responses: yes });
    if (outcome(repeated) !== "yes yes")
      wrong.push(`the same after the end: ${String(outcome(repeated))}`);
    await expectRefused("other answers after the end", second.state!, answers(second, "no"));
    await expectRefused("no answers after the end", second.state!);
    await expectRefused(
      "answers of the other question after the end",
      second.state!,
      one.responses,
    );
    await expectRefused("more answers after the end", second.state!, { ...yes, ...one.responses });
    await expectRefused("the first state after the end", one.state, one.responses);
    await expectRefused("the first state with other answers after the end", one.state, no);
    await expectRefused(
      "a twin's state of the same round after the end",
      again.state!,
      answers(again, "no"),
    );
  });
  expect(wrong).toEqual([]);
  expect(refused).toBe(10 * CALLS);
  expect(stepRuns).toBe(CALLS);
  expect([...lab.refusals]).toEqual([["replayed", 10 * CALLS]]);
});

async function finished(
  lab: StateLab,
): Promise<{ first: OpenCall; second: OpenCall; text: string | undefined }> {
  const first = await open(lab, {}, { value: "yes" });
  const reply = await lab.call({ state: first.state, responses: first.responses });
  const second = { call: {}, state: reply.state!, responses: answers(reply, "no") };
  return { first, second, text: (await lab.call(second)).text };
}

it("gives the recorded result again without beginning the handler", async () => {
  const lab = createReplayLab();
  const { second } = await finished(lab);
  const runs = lab.runs();
  for (let turn = 0; turn < 5; turn++) {
    expect(
      (await lab.call({ ...second.call, state: second.state, responses: second.responses })).text,
    ).toBe("yes no");
  }
  expect(lab.runs()).toBe(runs);
  expect(stepRuns).toBe(1);
});

it("lets no answer be changed by way of a retry without answers", async () => {
  const lab = createReplayLab();
  const first = await open(lab, {}, { value: "yes" });
  const asked = await lab.call({ state: first.state });
  expect(Object.keys(asked.requests)).toEqual(Object.keys(first.responses));
  expect((await lab.call({ state: asked.state, responses: first.responses })).state).toBeDefined();
  expect(outcome(await lab.call({ state: first.state, responses: answers(asked, "no") }))).toBe(
    REFUSED,
  );
  expect(outcome(await lab.call({ state: first.state, responses: first.responses }))).toBe(REFUSED);
});

it("remembers used states as long as they are good, however long their deadline", async () => {
  let time = 0;
  const now = (): number => time;
  const lab = createStateLab(
    async (ctx) => {
      const { action } = await ctx.elicit("Within twenty days?", ["yes", "no"], {
        timeoutMs: 20 * 86_400_000,
      });
      await ctx.step("act", () => void stepRuns++);
      await ctx.elicit("Soon?", ["yes", "no"], { timeoutMs: 1000 });
      return action;
    },
    { store: createMemoryStore({ now }), now },
  );
  labs.push(lab);
  const first = await open(lab, {}, { value: "yes" });
  const second = await lab.call({ state: first.state, responses: first.responses });
  const no = Object.fromEntries(
    Object.keys(first.responses).map((key) => [key, { action: "decline" }]),
  );
  time = 3 * 86_400_000;
  expect(outcome(await lab.call({ state: first.state, responses: no }))).toBe(REFUSED);
  time = 4 * 86_400_000;
  expect(outcome(await lab.call({ state: second.state, responses: {} }))).toBe("accept");
  time = 19 * 86_400_000;
  expect(outcome(await lab.call({ state: first.state, responses: no }))).toBe(REFUSED);
  expect(stepRuns).toBe(1);
});

it("runs a step once when the same answers arrive many times at once", async () => {
  const lab = createReplayLab();
  for (let flow = 0; flow < scaled(10, 50); flow++) {
    stepRuns = 0;
    const first = await open(lab, { args: { flow } }, { value: "yes" });
    const same = { args: { flow }, state: first.state, responses: first.responses };
    const replies = await Promise.all(Array.from({ length: 8 }, () => lab.call(same)));
    expect(stepRuns).toBe(1);
    expect(replies.some(({ state }) => state !== undefined)).toBe(true);
    for (const reply of replies) {
      expect(reply.state !== undefined || /was started before/.test(reply.text ?? "")).toBe(true);
    }
  }
});

it("leaves one record of a finished call, and nothing of its answers in clear", async () => {
  const keys = new Set<string>();
  const inner = createMemoryStore();
  const values: string[] = [];
  const store: Store = {
    ...inner,
    put: async (key, value, options) => {
      keys.add(key);
      values.push(value);
      await inner.put(key, value, options);
    },
    putIfAbsent: async (key, value, options) => {
      keys.add(key);
      values.push(value);
      return inner.putIfAbsent(key, value, options);
    },
  };
  const lab = createReplayLab(store);
  expect((await finished(lab)).text).toBe("yes no");
  const left: string[] = [];
  for (const key of keys) if ((await inner.get(key)) !== undefined) left.push(key);
  expect(left).toHaveLength(1);
  expect(left[0]).toMatch(/^midcall:flow:[\w-]{22}:end$/);
  expect(values.join("\n")).not.toMatch(/(?<![\w-])(?:yes|First|Second|ann)(?![\w-])/);
});
