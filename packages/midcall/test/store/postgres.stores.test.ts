import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PgBouncer, startPgBouncer } from "../../../../test/engines/pgbouncer.mjs";
import {
  type PostgresServer,
  startPostgresServer,
} from "../../../../test/engines/postgres-server.mjs";
import {
  createPostgresLab,
  often,
  type OpenOptions,
  type PostgresLab,
  testContract,
} from "./postgres-lab.js";

/** Behind a pooler, and on a server that ends and comes back. */

let server: PostgresServer;
let bouncer: PgBouncer;
let lab: PostgresLab;
beforeAll(async () => {
  server = await startPostgresServer();
  bouncer = await startPgBouncer(server.port);
  lab = createPostgresLab(server.url);
});
afterAll(async () => {
  await lab?.admin.end();
  await bouncer?.stop();
  await server?.stop();
});

const pooled = (): OpenOptions => ({ listen: false, pollMs: 20, url: bouncer.url });
testContract("that polls through PgBouncer", () => lab, pooled);

describe("messages of postgresStore", () => {
  it("pass between a store that listens and one that polls through PgBouncer", async () => {
    const here = await lab.open();
    const there = await lab.open({
      ...pooled(),
      prefix: lab.prefixOf(here),
    });
    const heard: Record<"here" | "there", string[]> = { here: [], there: [] };
    await here.subscribe("c", (message) => heard.here.push(message));
    await there.subscribe("c", (message) => heard.there.push(message));
    await here.publish("c", "one");
    await there.publish("c", "two");
    const both = { here: ["one", "two"], there: ["one", "two"] };
    await expect.poll(() => heard, often).toEqual(both);
    await lab.close(here);
    await lab.close(there);
  });

  it("that nobody would hear of behind a pooler are an error when somebody subscribes", async () => {
    const store = await lab.open({ url: bouncer.url });
    await expect(store.subscribe("c", () => {})).rejects.toMatchObject({
      code: "ERR_MIDCALL_STORE_LISTEN",
      message: expect.stringContaining("set listen: false") as string,
    });
    await store.put("k", "v");
    await lab.close(store);
  });

  it("of many publishers at once reach a store that polls through PgBouncer, each once", async () => {
    const reader = await lab.open(pooled());
    const options = { ...pooled(), prefix: lab.prefixOf(reader) };
    const writers = [await lab.open(options), await lab.open(options)];
    const heard: string[] = [];
    await reader.subscribe("c", (message) => heard.push(message));
    const sent = Array.from({ length: 1000 }, (_, n) => String(n));
    await Promise.all(
      sent.map((message, n) => writers[n % 2]!.publish(n % 5 ? "c" : "elsewhere", message)),
    );
    const due = sent.filter((_, n) => n % 5);
    await expect.poll(() => heard.length, often).toBeGreaterThanOrEqual(due.length);
    expect(heard.toSorted()).toEqual(due.toSorted());
    await Promise.all([reader, ...writers].map(lab.close));
  });
});

describe("postgresStore, when its server", () => {
  const sides = { "that listens": () => ({}), "that polls": () => ({ listen: false, pollMs: 20 }) };
  const ends = ["halt", "crash"] as const;
  const both = ends.flatMap((end) =>
    Object.entries(sides).map(([name, options]) => ({ end, name, options })),
  );

  it.each(both)(
    "has to $end and starts again, keeps its values and a store $name hears again",
    async ({ end, options }) => {
      const prefix = await lab.newPrefix();
      const errors: unknown[] = [];
      const store = await lab.open({
        ...options(),
        prefix,
        onError: (error) => errors.push(error),
      });
      const heard: string[] = [];
      await store.subscribe("c", (message) => heard.push(message));
      await store.put("k", "v");
      await store.publish("c", "before");
      await expect.poll(() => heard, often).toEqual(["before"]);
      await server[end]();
      await expect(store.get("k")).rejects.toThrow();
      await expect(store.publish("c", "lost")).rejects.toThrow();
      await expect.poll(() => errors.length, often).toBeGreaterThan(0);
      await server.start();
      expect(await store.get("k")).toBe("v");
      await expect
        .poll(() => store.publish("c", "after").then(() => heard.length), often)
        .toBeGreaterThan(1);
      expect(new Set(heard.slice(1))).toEqual(new Set(["after"]));
      await lab.close(store);
    },
  );

  it("cannot be reached, rejects a subscription, and takes it later", async () => {
    const store = await lab.open();
    await server.halt();
    await expect(store.subscribe("c", () => {})).rejects.toThrow();
    await server.start();
    const heard: string[] = [];
    await store.subscribe("c", (message) => heard.push(message));
    await store.publish("c", "m");
    await expect.poll(() => heard, often).toEqual(["m"]);
    await lab.close(store);
  });
});
