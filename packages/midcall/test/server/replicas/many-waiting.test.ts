import { createMemoryStore, type Store } from "midcall/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ownTimers } from "../../../../../test/own-timers.js";
import { resume } from "../../../src/server/http/shared/events/resume.js";
import { callKeyOf, SessionIds } from "../../../src/server/http/shared/replicas/ids.js";
import { Fleet } from "../../../src/server/http/shared/replicas/fleet.js";
import { resolveOptions } from "../../../src/server/options.js";
import { firstState } from "../../../src/server/state/records.js";
import { createLog, type Log, SECRET } from "../lab.js";

const LEASE_MS = 10_000;
/** Looks a second of all of them, if each looked as often as one that is alone. */
const CALLS = 200;

let shared: Store;
let operations = 0;
/** Whether the store of the replica that is counted fails. */
let isAway = false;
const fleetOf = (isCounted = false): Fleet => {
  const count = <A extends unknown[], R>(operate: (...args: A) => R): ((...args: A) => R) => {
    if (!isCounted) return operate;
    return (...args) => {
      operations += 1;
      if (isAway) throw new Error("ECONNREFUSED");
      return operate(...args);
    };
  };
  const store: Store = {
    ...shared,
    get: count(shared.get),
    putIfAbsent: count(shared.putIfAbsent),
    publish: count(shared.publish),
  };
  const settings = resolveOptions({ secret: SECRET, store, logger: createLog() });
  return new Fleet(settings.store!, settings, LEASE_MS);
};

/** The replica whose calls these are, and the one that their clients have come back to. */
let owner: Fleet;
let here: Fleet;

beforeEach(() => {
  const toFake = ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const;
  vi.useFakeTimers({ toFake: [...toFake, "performance", "Date"] });
  shared = createMemoryStore({ maxEntries: 100_000, maxEntriesPerOwner: 100_000 });
  operations = 0;
  isAway = false;
  owner = fleetOf();
  here = fleetOf(true);
});
afterEach(async () => {
  await Promise.all([owner.close(), here.close()]);
  vi.useRealTimers();
});

/** Operations in one second, over a time in which every client's turn comes. */
async function rate(): Promise<number> {
  const before = operations;
  const seconds = 10;
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  return (operations - before) / seconds;
}

describe("many clients that read their calls on another replica", () => {
  const session = () => ({
    name: "a session",
    user: "ada",
    ids: new SessionIds(owner.settings.sealer, "a session"),
  });
  const taken: string[] = [];

  /** A client that has come back for a call of the owner's. */
  async function comeBack(index: number) {
    const { name, user, ids } = session();
    const callId = ids.createCall(owner.presence.replica, index);
    await owner.records(name, callKeyOf(callId), user).put({
      epoch: 1,
      lease: owner.presence.lease,
      request: { jsonrpc: "2.0", id: index, method: "tools/call" },
      state: firstState(),
    });
    const response = await resume({
      fleet: here,
      session: session(),
      isEmptyPrimed: true,
      from: { callId, replica: owner.presence.replica, n: 1, isEnd: false },
      onStream: () => {},
      takeOver: async () => void taken.push(callId),
    });
    return { callId, reader: response.body!.pipeThrough(new TextDecoderStream()).getReader() };
  }

  beforeEach(async () => {
    taken.length = 0;
    owner.presence.hold({ reclaim: async () => {} });
    await owner.presence.ensure();
  });

  it("cost the store no more than a hundred looks a second, and one that is alone a look a second", async () => {
    const one = await comeBack(0);
    await vi.advanceTimersByTimeAsync(5_000);
    const ofOne = await rate();
    expect(ofOne).toBeGreaterThan(0.9);
    // With the sign of life of the other replica, and what is told to it.
    expect(ofOne).toBeLessThan(3.5);

    const others = await Promise.all(Array.from({ length: CALLS }, (_, n) => comeBack(n + 1)));
    await vi.advanceTimersByTimeAsync(6_000);
    const ofMany = await rate();
    expect(ofMany).toBeGreaterThan(50);
    expect(ofMany).toBeLessThan(150);
    expect(taken).toEqual([]);
    await Promise.all([one, ...others].map(({ reader }) => reader.cancel()));
    await vi.waitFor(() => expect(here.readers.size).toBe(0));
  });

  it("get an event at once, and are taken over as soon as the lease is over, however many they are", async () => {
    const clients = await Promise.all(Array.from({ length: CALLS }, (_, n) => comeBack(n)));
    await vi.advanceTimersByTimeAsync(6_000);
    const { callId, reader } = clients[7]!;
    const log = owner.log("a session", callKeyOf(callId), "ada");
    expect(await log.add(3, { message: { jsonrpc: "2.0", method: "x" } }, 60_000)).toBe(true);
    await log.wake();
    let text = "";
    while (!text.includes('"method":"x"')) text += (await reader.read()).value ?? "";

    // Its lease ends with it. The log of each would be looked at after two seconds on average.
    await owner.close();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(new Set(taken).size).toBe(CALLS);
    await Promise.all(clients.map((each) => each.reader.cancel()));
  });
});

describe("a client that has come back", () => {
  const ids = () => new SessionIds(owner.settings.sealer, "a session");
  const read = (callId: string): Promise<Response> =>
    resume({
      fleet: here,
      session: { name: "a session", user: "ada", ids: ids() },
      isEmptyPrimed: true,
      from: { callId, replica: owner.presence.replica, n: 1, isEnd: false },
      onStream: () => {},
      takeOver: async () => {},
    });

  it("costs the store no more with every time that it comes back", async () => {
    owner.presence.hold({ reclaim: async () => {} });
    await owner.presence.ensure();
    const callId = ids().createCall(owner.presence.replica, 1);
    await owner.records("a session", callKeyOf(callId), "ada").put({
      epoch: 1,
      lease: owner.presence.lease,
      request: { jsonrpc: "2.0", id: 1, method: "tools/call" },
      state: firstState(),
    });
    const log = owner.log("a session", callKeyOf(callId), "ada");
    await log.add(1, { message: { jsonrpc: "2.0", method: "seen" } }, 3_600_000);
    const comeBack = async (times: number): Promise<ReadableStream[]> => {
      const bodies: ReadableStream[] = [];
      for (let time = 0; time < times; time++) {
        bodies.push((await read(callId)).body!);
        await vi.advanceTimersByTimeAsync(1_000);
      }
      return bodies;
    };
    await comeBack(200);
    const before = operations;
    const bodies = await comeBack(20);
    expect((operations - before) / 20).toBeLessThan(10);

    // The newest still gets what comes, behind the marks of all.
    const response = { jsonrpc: "2.0", id: 1, result: { content: [] } };
    await log.finish(response, 60_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await new Response(bodies.at(-1)).text()).toContain(JSON.stringify(response));
    expect(await new Response(bodies.at(-2)).text()).not.toContain("result");
  });

  it("is warned of once a minute while the store is away, however many there are", async () => {
    const calls = Array.from({ length: 20 }, (_, n) => ids().createCall(owner.presence.replica, n));
    const responses = await Promise.all(calls.map(read));
    await vi.advanceTimersByTimeAsync(1_000);
    isAway = true;
    const { warnings } = here.settings.logger as Log;
    const count = (words: string): number =>
      warnings.filter((warning) => warning.includes(words)).length;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(count("the events of a call cannot be read at the moment: Error: ECONNREFUSED")).toBe(1);
    expect(warnings.length).toBeLessThanOrEqual(3);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(count("the events of a call cannot be read at the moment")).toBe(2);
    expect(warnings.every((warning) => warning.endsWith("at most once a minute."))).toBe(true);
    isAway = false;
    await Promise.all(responses.map(({ body }) => body!.cancel()));
  });

  it("leaves no timer behind where nothing is to come", async () => {
    const callId = ids().createCall(owner.presence.replica, 1);
    await owner.log("a session", callKeyOf(callId), "ada").add(2, { end: true }, 60_000);
    const waiting = ownTimers();
    expect((await read(callId)).status).toBe(405);
    expect(waiting()).toBe(0);
  });
});

describe("many responses that are waited for", () => {
  it("cost the store no more than a hundred looks a second", async () => {
    const over = new AbortController();
    // One looks every five seconds.
    const waits = Array.from({ length: 5 * CALLS }, (_, n) =>
      here.answers.wait({ id: `q${n}`, session: "a session", signal: over.signal }),
    );
    const ended = Promise.allSettled(waits);
    await vi.advanceTimersByTimeAsync(20_000);
    const looks = await rate();
    expect(looks).toBeGreaterThan(50);
    expect(looks).toBeLessThan(150);
    over.abort(new Error("enough"));
    await ended;
  });
});
