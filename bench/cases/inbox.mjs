/**
 * The cost of one update for a host with many open questions: the user answers one, and the UI reads the open ones. It
 * is compared with ten open questions, because no other library has such an inbox.
 */
import { watchOutsideLoad } from "../outside-load.mjs";
import { median } from "../statistics.mjs";

const MANY = 1_000;
const FEW = 10;
const PER_SERVER = 10;
const UNLIMITED = Number.MAX_SAFE_INTEGER;
const PARAMS = {
  message: "Which one?",
  requestedSchema: {
    type: "object",
    properties: { which: { type: "string", enum: ["first", "second"] }, why: { type: "string" } },
    required: ["which"],
  },
};

/** An inbox with a UI and a constant number of open questions from several servers. */
async function openInbox(open) {
  const { accept, createInbox } = await import("midcall/client");
  const policy = { perServer: UNLIMITED, total: UNLIMITED, burst: UNLIMITED };
  const inbox = createInbox({ policy });
  inbox.mount();
  let snapshot = inbox.getSnapshot();
  let reads = 0;
  inbox.subscribe(() => {
    snapshot = inbox.getSnapshot();
    reads += 1;
  });
  let wrong = 0;
  const ask = async (server) => {
    const { action } = await inbox.handle(PARAMS, { server: `Server ${server}` });
    if (action !== "accept") wrong += 1;
  };
  for (let index = 0; index < open; index += 1) void ask(Math.floor(index / PER_SERVER));
  while (snapshot.showing.length + snapshot.waiting.length < open) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  let turn = 0;
  /** Microseconds from the answer to the end of the UI's last read. Another question is added afterwards. */
  const update = async () => {
    const [question] = snapshot.showing;
    const start = performance.now();
    const { ok } = inbox.respond(question.id, accept({ which: "first" }));
    const micros = (performance.now() - start) * 1_000;
    const left = snapshot.showing.length + snapshot.waiting.length;
    if (!ok || left !== open - 1 || snapshot.showing[0] === question) {
      throw new Error(`an answer left ${left} of ${open} questions`);
    }
    void ask(turn++ % Math.ceil(open / PER_SERVER));
    await new Promise((resolve) => setImmediate(resolve));
    return micros;
  };
  return {
    update,
    close() {
      if (wrong > 0) throw new Error(`${wrong} answers did not come back as given`);
      return reads;
    },
  };
}

async function measure(quick) {
  const updates = quick ? 300 : 2_000;
  const [many, few] = [await openInbox(MANY), await openInbox(FEW)];
  const samples = { many: [], few: [] };
  for (let index = 0; index < 200; index += 1) {
    await many.update();
    await few.update();
  }
  const outside = watchOutsideLoad();
  for (let index = 0; index < updates; index += 1) {
    samples.many.push(await many.update());
    samples.few.push(await few.update());
  }
  const outsideCores = outside(0);
  many.close();
  few.close();
  const [ours, small] = [median(samples.many), median(samples.few)];
  const sorted = samples.many.toSorted((a, b) => a - b);
  return {
    ratio: small / ours,
    outsideCores,
    median: ours,
    otherMedian: small,
    unit: "µs/update",
    note: `${MANY} open; 99% in at most ${sorted[Math.floor(sorted.length * 0.99)].toFixed(0)} µs`,
    runs: [{ midcall: ours, other: small }],
  };
}

export const cases = [
  {
    id: `inbox-update-${MANY}`,
    against: `${FEW}-open`,
    servers: [],
    run: (/** @type {{ quick: boolean }} */ { quick }) => measure(quick),
  },
];
