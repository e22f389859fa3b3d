import { describe, expect, it, vi } from "vitest";
import { createMailbox, type Mailbox } from "../../src/store/postgres/mailbox.js";
import { type StoredMessage } from "../../src/store/postgres/subscriptions.js";
import { useFastClock } from "../fast-clock.js";

useFastClock();

/** The table, without a database: what is in it, and what happens when it is read. */
function createTable() {
  let rows: StoredMessage[] = [];
  let failing = 0;
  let reads = 0;
  const errors: unknown[] = [];
  const fail = (): void => {
    if (failing === 0) return;
    failing -= 1;
    throw new Error("the database is away");
  };
  const mailbox: Mailbox = createMailbox(
    {
      lastId: async () => (fail(), rows.at(-1)?.id ?? 0),
      after: async (id, limit) => {
        reads += 1;
        fail();
        return rows.filter((row) => row.id > id).slice(0, limit);
      },
    },
    (error) => errors.push(error),
  );
  return {
    mailbox,
    errors,
    reads: () => reads,
    add: (id: number, channel = "c") => void rows.push({ id, channel, message: `m${id}` }),
    empty: () => void (rows = []),
    failNext: (times: number) => void (failing = times),
  };
}

describe("the mailbox of a PostgreSQL store", () => {
  it("reads nothing while nobody listens", async () => {
    const { mailbox, add, reads } = createTable();
    add(1);
    mailbox.wake();
    expect(mailbox.isWanted("c")).toBe(false);
    const heard: string[] = [];
    const leave = await mailbox.add("c", (message) => heard.push(message));
    expect(mailbox.isWanted("c")).toBe(true);
    leave();
    leave();
    expect(mailbox.isWanted("c")).toBe(false);
    mailbox.wake();
    await Promise.resolve();
    expect({ reads: reads(), heard }).toEqual({ reads: 0, heard: [] });
  });

  it("gives nobody what came before they joined, and all what comes after", async () => {
    const { mailbox, add } = createTable();
    const heard: Record<"early" | "late", string[]> = { early: [], late: [] };
    add(1);
    await mailbox.add("c", (message) => heard.early.push(message));
    add(2);
    // It joins before the message is read.
    const joining = mailbox.add("c", (message) => heard.late.push(message));
    mailbox.wake();
    await joining;
    add(3);
    add(4, "d");
    mailbox.wake();
    await vi.waitFor(() => expect(heard.late).toHaveLength(1));
    expect(heard).toEqual({ early: ["m2", "m3"], late: ["m3"] });
  });

  it("reads on until there is nothing more, also what comes while it reads", async () => {
    const { mailbox, add } = createTable();
    const heard: string[] = [];
    await mailbox.add("c", (message) => {
      heard.push(message);
      if (message === "m700") {
        add(701);
        mailbox.wake();
      }
    });
    for (let id = 1; id <= 700; id++) add(id);
    mailbox.wake();
    await vi.waitFor(() => expect(heard).toHaveLength(701));
    expect(heard).toEqual(Array.from({ length: 701 }, (_, n) => `m${n + 1}`));
  });

  it("reads again what it could not read, without being woken", async () => {
    const { mailbox, add, errors, failNext } = createTable();
    const heard: string[] = [];
    await mailbox.add("c", (message) => heard.push(message));
    add(1);
    failNext(1);
    mailbox.wake();
    await vi.waitFor(() => expect(heard).toEqual(["m1"]));
    expect(errors).toHaveLength(1);
    mailbox.close();
  });

  it("rejects a listener that could not join, and takes it the next time", async () => {
    const { mailbox, add, failNext } = createTable();
    const heard: string[] = [];
    failNext(1);
    await expect(mailbox.add("c", () => {})).rejects.toThrow("the database is away");
    expect(mailbox.isWanted("c")).toBe(false);
    await mailbox.add("c", (message) => heard.push(message));
    add(1);
    mailbox.wake();
    await vi.waitFor(() => expect(heard).toEqual(["m1"]));
  });

  it("hears of messages with lower ids, as after a failover, and of none twice", async () => {
    const { mailbox, add, empty } = createTable();
    const heard: string[] = [];
    await mailbox.add("c", (message) => heard.push(message));
    for (const id of [40, 41, 42]) add(id);
    mailbox.wakeAfterLoss();
    await vi.waitFor(() => expect(heard).toHaveLength(3));
    empty();
    mailbox.wakeAfterLoss();
    await mailbox.add("d", () => {});
    add(33);
    mailbox.wake();
    await vi.waitFor(() => expect(heard).toEqual(["m40", "m41", "m42", "m33"]));
  });

  it("is silent after its end, also for what is on its way", async () => {
    const { mailbox, add } = createTable();
    const heard: string[] = [];
    await mailbox.add("c", (message) => heard.push(message));
    add(1);
    mailbox.wake();
    mailbox.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard).toEqual([]);
  });
});
