import { createMemoryStore, type Store } from "midcall/store";
import { afterEach, expect, it } from "vitest";
import { type CallRecord, NOBODY } from "../../../src/server/http/shared/calls/call-records.js";
import { takeOver } from "../../../src/server/http/shared/calls/take-over.js";
import { Fleet } from "../../../src/server/http/shared/replicas/fleet.js";
import type { SessionIdentity } from "../../../src/server/http/shared/session-identity.js";
import { resolveOptions } from "../../../src/server/options.js";
import { firstState } from "../../../src/server/state/records.js";
import { createLog, SECRET } from "../lab.js";
import { useVirtualTime } from "../virtual-time.js";

useVirtualTime();

let fleet: Fleet;
afterEach(() => fleet.close());

const session = { name: "a session", user: "ada" } as SessionIdentity;
const CALL = "replica.name";
const ENOUGH_MS = 60_000;

type Operation = "put" | "putIfAbsent";

/** A replica whose writes of calls a test can let fail. */
function createFleet() {
  const inner = createMemoryStore();
  const state = {
    /** What becomes of a write; it gets through by default. */
    on: (_operation: Operation, write: () => Promise<unknown>): Promise<unknown> => write(),
  };
  const write =
    (operation: Operation): Store[Operation] =>
    (key: string, ...rest: [string]): Promise<never> => {
      const work = (): Promise<unknown> => inner[operation](key, ...rest);
      return (key.startsWith("midcall:run:") ? state.on(operation, work) : work()) as never;
    };
  const store: Store = {
    ...inner,
    put: write("put") as Store["put"],
    putIfAbsent: write("putIfAbsent") as Store["putIfAbsent"],
  };
  const settings = resolveOptions({ secret: SECRET, logger: createLog(), store });
  fleet = new Fleet(settings.callStore, settings, ENOUGH_MS);
  return { state, records: fleet.records(session.name, "replicaname", session.user) };
}

const recordOf = (epoch: number, lease: string): CallRecord => ({
  ...{ epoch, lease, request: { jsonrpc: "2.0", id: 1, method: "tools/call" } },
  state: { ...firstState(), expiresAt: Date.now() + ENOUGH_MS },
});

it("a call that a replica has taken and cannot run is left to others, although the store fails", async () => {
  const { state, records } = createFleet();
  const before = recordOf(1, NOBODY);
  await records.put(before);
  let failures = 0;
  state.on = async (operation, write) => {
    if (operation === "put" && failures++ === 0) throw new Error("The store is away.");
    return write();
  };
  let looks = 0;
  const taken = await takeOver(fleet, session, CALL, before, () => looks++ > 0);
  expect(taken).toBeUndefined();
  while ((await records.latest())?.lease !== NOBODY) await new Promise(setImmediate);
  expect(failures).toBeGreaterThan(0);
  expect((await records.latest())?.epoch).toBe(2);
});

it.each(["before", "after"])(
  "a claim that gets through late is nobody's, %s it was given up",
  async (when) => {
    const { state, records } = createFleet();
    await records.put(recordOf(1, NOBODY));
    let land: () => Promise<unknown> = async () => {};
    state.on = async (_operation, write) => {
      land = write;
      throw new Error("No answer in time.");
    };
    const claim = records.claim(recordOf(2, "a replica:a term"));
    await expect(claim.take()).rejects.toThrow();
    state.on = (_operation, write) => write();
    if (when === "before") await land();
    await claim.giveUp();
    if (when === "after") await land();
    expect(await records.latest()).toMatchObject({ epoch: 2, lease: NOBODY });
    expect(await records.claim(recordOf(3, "another:term")).take()).toBe(true);
  },
);

it("a claim that is given up leaves that of another replica as it is", async () => {
  const { records } = createFleet();
  await records.put(recordOf(1, NOBODY));
  expect(await records.claim(recordOf(2, "another:term")).take()).toBe(true);
  const claim = records.claim(recordOf(2, "a replica:a term"));
  expect(await claim.take()).toBe(false);
  await claim.giveUp();
  expect(await records.latest()).toMatchObject({ epoch: 2, lease: "another:term" });
});

it("of two claims of one replica, one succeeds", async () => {
  const { records } = createFleet();
  await records.put(recordOf(1, NOBODY));
  const next = recordOf(2, "a replica:a term");
  const claims = [1, 2].map(() => records.claim(next));
  const taken = await Promise.all(claims.map((claim) => claim.take()));
  expect(taken.filter(Boolean)).toHaveLength(1);
});
