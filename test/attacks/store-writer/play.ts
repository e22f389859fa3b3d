import fc from "fast-check";
import type { Store } from "midcall/store";
import { vi } from "vitest";
import { type Act, acts, withWriter } from "./adversary.js";
import { Host, type Plan } from "./hosts.js";
import { createReplica, type Replica, SERVICES, type ServiceName } from "./services.js";
import { MARK, Truth } from "./truth.js";

/** One case: who calls what, and what the writer to the store does meanwhile. */
export interface Case {
  readonly plans: readonly Plan[];
  readonly acts: readonly Act[];
}

const plan: fc.Arbitrary<Plan> = fc.record({
  kind: fc.constantFrom<Plan["kind"]>(
    "session",
    "session",
    "link",
    "rounds",
    "task",
    "view",
    "relay",
    "page",
  ),
  service: fc.constantFrom<ServiceName>(...SERVICES),
  user: fc.constantFrom(`${MARK}-ada`, `${MARK}-eve`),
  chance: fc.array(fc.nat(100), { minLength: 4, maxLength: 12 }),
});

export const cases: fc.Arbitrary<Case> = fc.record({
  plans: fc.array(plan, { minLength: 1, maxLength: 2 }),
  acts,
});

/** Longer than anything that a call may wait for, in milliseconds of the moved clock. */
const LONGEST_MS = 1_800_000;
const STEP_MS = 1_000;

/**
 * Plays a case with two replicas of each service on one store, on a clock that is moved.
 *
 * @returns what does not hold
 */
export async function play(
  { plans, acts: planned }: Case,
  store: Store,
): Promise<readonly string[]> {
  const truth = new Truth();
  const { store: shared, isBusy } = withWriter(store, planned, truth);
  const replicas = new Map<ServiceName, readonly Replica[]>();
  const replicasOf = (service: ServiceName): readonly Replica[] => {
    const made = replicas.get(service) ?? [0, 1].map(() => createReplica(service, shared, truth));
    replicas.set(service, made);
    return made;
  };
  const hosts = plans.map((one, n) => {
    const other = SERVICES.find((service) => service !== one.service)!;
    return new Host(truth, one, `call-${n}`, replicasOf(one.service), () => replicasOf(other));
  });
  let isOver = false;
  const ended = Promise.all(
    hosts.map((host) =>
      host
        .run()
        .catch(
          (error: unknown) =>
            void truth.wrong.push(`a host failed: ${String((error as Error).stack ?? error)}`),
        ),
    ),
  ).then(() => (isOver = true));
  // Nothing waits but for a time that comes.
  for (let ms = 0; !isOver && ms < LONGEST_MS; ms += STEP_MS) {
    await Promise.race([ended, idle(isBusy)]);
    if (!isOver) await vi.advanceTimersByTimeAsync(STEP_MS);
  }
  truth.must(isOver, "a wait does not end");
  const closing = [...replicas.values()].flat().map(({ handler }) => handler.close());
  let isClosed = false;
  const closed = Promise.allSettled(closing).then(() => (isClosed = true));
  for (let n = 0; !isClosed && n < 100; n++) {
    await Promise.race([closed, idle(isBusy)]);
    if (!isClosed) await vi.advanceTimersByTimeAsync(STEP_MS);
  }
  return truth.wrong;
}

const turn = globalThis.setImmediate;

/** Lets everything happen that needs no time, but that of the store. */
async function idle(isBusy: () => boolean): Promise<void> {
  for (let quiet = 0; quiet < 40; quiet = isBusy() ? 0 : quiet + 1)
    await new Promise<void>((resolve) => turn(resolve));
}
