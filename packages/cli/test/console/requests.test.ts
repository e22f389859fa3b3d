import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  createRequests,
  type NewRequest,
  type Requests,
} from "../../src/console/requests/requests.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const roots: NewRequest = { kind: "roots", serverId: "s", server: "S" };
const read = (): object => ({ roots: [] });

function create(more: { canShow?: boolean } = {}): {
  requests: Requests;
  /** Why requests ended without the user. */
  unanswered: string[];
  ends: string[];
} {
  const unanswered: string[] = [];
  const ends: string[] = [];
  const requests = createRequests({
    rule: () => "allow",
    setRule() {},
    canShow: () => more.canShow ?? true,
    isCancelled: (call) => call === "cancelled",
    onChange() {},
    onEnd(_, { action, reason }) {
      ends.push(action);
      if (reason !== undefined) unanswered.push(reason);
    },
    timeoutMs: 1_000,
  });
  return { requests, unanswered, ends };
}
const ask = (requests: Requests): Promise<unknown> =>
  requests
    .ask(roots, { signal: new AbortController().signal, read })
    .catch((error: unknown) => error);

it("ends a request after its time, and never in the name of the user", async () => {
  const { requests, unanswered } = create();
  const asked = ask(requests);
  vi.advanceTimersByTime(900);
  requests.extend(requests.list()[0]!.id);
  vi.advanceTimersByTime(900);
  expect(requests.list()).toHaveLength(1);
  vi.advanceTimersByTime(200);
  expect(await asked).toMatchObject({ code: -32603, data: { "midcall/cannotAsk": "deadline" } });
  expect(unanswered).toEqual(["deadline"]);
});

it("keeps the place of what ended by itself until it is dismissed, without its content", async () => {
  const { requests, unanswered } = create();
  const leaving = new AbortController();
  const sampling: NewRequest = {
    kind: "sampling",
    serverId: "s",
    server: "S",
    messages: [{ role: "user", kind: "text", text: "Write." }] as never,
    modelHints: [],
    priorities: {},
    stopSequences: [],
    tools: [],
  };
  const first = requests
    .ask(sampling, { signal: leaving.signal, read })
    .catch((error: unknown) => error);
  const second = ask(requests);
  leaving.abort();
  expect(await first).toMatchObject({ data: { "midcall/cannotAsk": "withdrawn" } });
  const [gone, open] = requests.list();
  expect([gone?.ended, open?.ended]).toEqual(["withdrawn", undefined]);
  expect(gone).toMatchObject({ messages: [] });
  expect(unanswered).toEqual(["withdrawn"]);
  // Nothing but its removal can be done with it.
  expect(() => requests.answer(gone!.id, {})).toThrow("This request is over.");
  expect(() => requests.admit(gone!.id, "always")).toThrow("This request is over.");
  requests.dismiss(open!.id);
  requests.dismiss(gone!.id);
  expect(requests.list().map(({ id }) => id)).toEqual([open!.id]);
  requests.refuse(open!.id);
  expect(await second).toMatchObject({ code: -1 });
  expect(requests.list()).toEqual([]);
});

it("keeps none of a call that the user has cancelled", async () => {
  const { requests } = create();
  const leaving = new AbortController();
  const asked = requests
    .ask({ ...roots, call: "cancelled" }, { signal: leaving.signal, read })
    .catch((error: unknown) => error);
  leaving.abort();
  await asked;
  expect(requests.list()).toEqual([]);
});

it("keeps a limited number of those, and they take no place of open ones", async () => {
  const { requests } = create();
  for (let round = 0; round < 3; round++) {
    for (let nr = 0; nr < 10; nr++) void ask(requests);
    expect(requests.list().filter(({ ended }) => !ended)).toHaveLength(10);
    vi.advanceTimersByTime(1_000);
  }
  expect(requests.list()).toHaveLength(10);
});

it("refuses more requests of one server than a user can answer", async () => {
  const { requests, unanswered } = create();
  for (let nr = 0; nr < 10; nr++) void ask(requests);
  expect(await ask(requests)).toMatchObject({ data: { "midcall/cannotAsk": "queue-full" } });
  expect(requests.list()).toHaveLength(10);
  expect(unanswered).toEqual(["queue-full"]);
});

it("refuses a request while no page is open", async () => {
  const { requests } = create({ canShow: false });
  expect(await ask(requests)).toMatchObject({ data: { "midcall/cannotAsk": "no-ui" } });
});

it("keeps a request open when the answer is not allowed, and takes one answer only", async () => {
  const { requests } = create();
  let isAllowed = false;
  const asked = requests.ask(roots, {
    signal: new AbortController().signal,
    read() {
      if (!isAllowed) throw new Error("Not allowed.");
      return { roots: [1] };
    },
  });
  const { id } = requests.list()[0]!;
  expect(() => requests.answer(id, {})).toThrow("Not allowed.");
  expect(requests.list()).toHaveLength(1);
  isAllowed = true;
  requests.answer(id, {});
  expect(await asked).toEqual({ roots: [1] });
  expect(() => requests.answer(id, {})).toThrow("This request is over.");
  expect(() => requests.refuse(id)).toThrow("This request is over.");
});

it("tells a refusal of the user from every other end", async () => {
  const { requests, unanswered, ends } = create();
  const asked = ask(requests);
  requests.refuse(requests.list()[0]!.id);
  expect(await asked).toMatchObject({ code: -1 });
  expect(unanswered).toEqual([]);
  void ask(requests);
  requests.answer(requests.list()[0]!.id, {});
  void ask(requests);
  requests.endAll();
  expect(ends).toEqual(["decline", "accept", "unanswered"]);
});
