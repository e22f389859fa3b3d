import { readFile } from "node:fs/promises";
import { createPostgresStore, migrate, type PostgresStoreOptions } from "midcall/store/postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ownPostgres } from "../../../../test/engines/shared.js";
import { scaled } from "../../../../test/night.js";
import { createPostgresLab, often, type PostgresLab, testContract } from "./postgres-lab.js";

let url: string;
let lab: PostgresLab;
let admin: pg.Pool;
beforeAll(async () => {
  url = await ownPostgres();
  lab = createPostgresLab(url);
  ({ admin } = lab);
});
afterAll(() => admin?.end());

const connect = (options?: pg.PoolConfig): pg.Pool => lab.connect(options);
const newName = (): string => lab.newName();
const newPrefix = (): Promise<string> => lab.newPrefix();
const open: PostgresLab["open"] = (options) => lab.open(options);
const close = (store: unknown): Promise<void> => lab.close(store);

const ways = {
  "that listens": () => ({}),
  "that polls": () => ({ listen: false, pollMs: 20 }),
};
for (const [title, options] of Object.entries(ways)) testContract(title, () => lab, options);

/** Ends the connections whose last statement was this, and returns how many they were. */
async function cut(statement: string): Promise<number> {
  const { rowCount } = await admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = $1 AND datname = current_database() AND pid <> pg_backend_pid()",
    [statement],
  );
  return rowCount!;
}

describe("migrate", () => {
  it("creates the tables once, however many begin at once, and keeps what is in them", async () => {
    const prefix = newName();
    const pools = Array.from({ length: 8 }, () => connect());
    await Promise.all(pools.map((pool) => migrate(pool, { prefix })));
    const store = createPostgresStore({ pool: admin, prefix });
    await store.put("k", "v");
    await Promise.all(pools.map((pool) => migrate(pool, { prefix })));
    expect(await store.get("k")).toBe("v");
    await store.close();
    await Promise.all(pools.map((pool) => pool.end()));
  });

  it("changes nothing when it fails on the way", async () => {
    const prefix = newName();
    // Each table has a type of its name, so the last statement fails.
    await admin.query(`CREATE TYPE ${prefix}_messages AS ENUM ('there')`);
    await expect(migrate(admin, { prefix })).rejects.toThrow();
    const { rows } = await admin.query("SELECT to_regclass($1) AS found", [`${prefix}_values`]);
    expect(rows).toEqual([{ found: null }]);
  });

  it("is what a store without tables asks for", async () => {
    const store = createPostgresStore({ pool: admin, prefix: "nothing_here" });
    for (const doomed of [
      () => store.get("k"),
      () => store.put("k", "v"),
      () => store.putIfAbsent("k", "v"),
      () => store.take("k"),
      () => store.delete("k"),
      () => store.publish("c", "m"),
      () => store.subscribe("c", () => {}),
    ]) {
      await expect(doomed()).rejects.toMatchObject({
        code: "ERR_MIDCALL_STORE_SCHEMA",
        message: expect.stringContaining('Run migrate(pool, { prefix: "nothing_here" })') as string,
      });
    }
    await store.close();
  });

  it("and a store need no more rights than the documentation says", async () => {
    const prefix = newName();
    await admin.query(`
      CREATE SCHEMA ${prefix};
      CREATE ROLE ${prefix}_owner LOGIN; GRANT USAGE, CREATE ON SCHEMA ${prefix} TO ${prefix}_owner;
      CREATE ROLE ${prefix}_app LOGIN;`);
    const as = (user: string): pg.Pool =>
      connect({ connectionString: url.replace("midcall@", `${prefix}_${user}@`) });
    const [owner, app] = [as("owner"), as("app")];
    await admin.query(`
      ALTER ROLE ${prefix}_owner SET search_path = ${prefix};
      ALTER ROLE ${prefix}_app SET search_path = ${prefix};`);
    await migrate(owner, { prefix });
    const store = createPostgresStore({ pool: app, prefix });
    await expect(store.get("k")).rejects.toThrow(/search_path/);
    const page = await readFile(new URL("../../../../docs/postgres.md", import.meta.url), "utf8");
    const [, grants] = /```sql\n([^]*?)```/.exec(page)!;
    await admin.query(
      grants!
        .replaceAll("elicitations", prefix)
        .replaceAll("midcall_", `${prefix}_`)
        .replaceAll("TO server", `TO ${prefix}_app`),
    );
    await expect(migrate(app, { prefix })).rejects.toMatchObject({ code: "42501" });
    const heard: string[] = [];
    await store.subscribe("c", (message) => heard.push(message));
    // So many that some of them delete what has expired.
    for (let n = 0; n < 1001; n++) await store.put(`k${n % 7}`, "v", { ttlMs: 1 });
    await store.publish("c", "m");
    expect(await store.putIfAbsent("k", "v")).toBe(true);
    expect(await store.take("k")).toBe("v");
    await expect.poll(() => heard, often).toEqual(["m"]);
    await store.close();
    await Promise.all([owner.end(), app.end()]);
  });
});

describe("postgresStore", () => {
  it("keeps stores of different prefixes apart, messages included", async () => {
    const [a, b] = [await open(), await open()];
    await a.put("k", "of a");
    expect(await b.get("k")).toBeUndefined();
    const heard: string[] = [];
    await a.subscribe("c", (message) => heard.push(message));
    await b.publish("c", "of b");
    await a.publish("c", "of a");
    await expect.poll(() => heard, often).toEqual(["of a"]);
    await close(a);
    await close(b);
  });

  it("takes keys and channels of any length", async () => {
    const store = await open();
    const keys = [1999, 2000, 2001, 2704, 100_000].map((length) => "\u00e9".repeat(length));
    for (const key of keys) expect(await store.putIfAbsent(`${key}a`, `of ${key}`)).toBe(true);
    for (const key of keys) {
      expect(await store.get(`${key}b`)).toBeUndefined();
      expect(await store.take(`${key}a`)).toBe(`of ${key}`);
    }
    const heard: string[] = [];
    await store.subscribe(`${keys[4]}a`, (message) => heard.push(message));
    await store.publish(`${keys[4]}b`, "to another");
    await store.publish(`${keys[4]}a`, "m".repeat(100_000));
    await expect.poll(() => heard, often).toEqual(["m".repeat(100_000)]);
    await close(store);
  });

  it("counts times that are no whole milliseconds, nothing, or very long", async () => {
    const store = await open();
    for (const ttlMs of [0.1, 1e18, 2 ** 52 - 1, Number.MAX_VALUE, Infinity])
      await store.put(`for ${ttlMs}`, "v", { ttlMs });
    await store.put("none", "v", { ttlMs: 0 });
    await store.put("negative", "v", { ttlMs: -1 });
    for (const key of ["for 0.1", "none", "negative"])
      await expect.poll(() => store.get(key), often).toBeUndefined();
    for (const ttlMs of [1e18, 2 ** 52 - 1, Number.MAX_VALUE, Infinity])
      expect(await store.get(`for ${ttlMs}`)).toBe("v");
    await close(store);
  });

  it("is atomic also where connections are serializable", async () => {
    const prefix = await newPrefix();
    const options = "-c default_transaction_isolation=serializable";
    const pools = [connect({ options }), connect({ options })];
    const stores = pools.map((pool) => createPostgresStore({ pool, prefix }));
    for (let round = 0; round < scaled(4, 10); round++) {
      const work = Array.from({ length: 12 }, (_, n) => stores[n % 2]!.putIfAbsent("k", `${n}`));
      expect((await Promise.all(work)).filter(Boolean)).toHaveLength(1);
      const takes = Array.from({ length: 12 }, (_, n) => stores[n % 2]!.take("k"));
      expect((await Promise.all(takes)).filter((value) => value !== undefined)).toHaveLength(1);
    }
    await Promise.all(stores.map((store) => store.close()));
    await Promise.all(pools.map((pool) => pool.end()));
  });

  it("removes what has expired by itself, values and messages", async () => {
    const store = await open({ messageTtlMs: 1 });
    const prefix = lab.prefixOf(store);
    const count = async (table: string): Promise<number> => {
      const { rows } = await admin.query(`SELECT count(*)::int AS n FROM ${prefix}_${table}`);
      return (rows[0] as { n: number }).n;
    };
    for (let n = 0; n < 300; n++) await store.put(`k${n}`, "v", { ttlMs: 1 });
    for (let n = 0; n < 100; n++) await store.publish("c", "m");
    await store.put("for good", "v");
    await Promise.all(Array.from({ length: 1000 }, (_, n) => store.put("later", String(n))));
    await expect.poll(() => count("values"), often).toBe(2);
    await expect.poll(() => count("messages"), often).toBe(0);
    await close(store);
  });

  it("gives its connection back at its end, leaves the pool open, and does nothing afterwards", async () => {
    const pool = connect();
    const store = createPostgresStore({ pool, prefix: await newPrefix() });
    const heard: string[] = [];
    expect(pool.totalCount).toBe(0);
    await store.put("k", "v");
    expect(pool.totalCount).toBe(1);
    const leave = await store.subscribe("c", (message) => heard.push(message));
    await store.subscribe("d", () => {});
    expect(pool.totalCount - pool.idleCount).toBe(1);
    await store.close();
    await leave();
    expect(pool.totalCount).toBe(pool.idleCount);
    for (const doomed of [
      () => store.get("k"),
      () => store.put("k", "v"),
      () => store.take("k"),
      () => store.publish("c", "m"),
      () => store.subscribe("c", () => {}),
    ])
      await expect(doomed()).rejects.toMatchObject({ code: "ERR_MIDCALL_STORE_CLOSED" });
    expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    expect(heard).toEqual([]);
    await store.close();
    await pool.end();
  });

  it("can be closed while it is being connected", async () => {
    const pool = connect();
    const store = createPostgresStore({ pool, prefix: await newPrefix() });
    const joining = store.subscribe("c", () => {});
    joining.catch(() => {});
    await store.close();
    await expect(joining).rejects.toMatchObject({ code: "ERR_MIDCALL_STORE_CLOSED" });
    await expect.poll(() => pool.totalCount - pool.idleCount, often).toBe(0);
    await pool.end();
  });

  it("passes the errors of pg on", async () => {
    const pool = connect();
    const store = createPostgresStore({ pool, prefix: await newPrefix() });
    await pool.end();
    await expect(store.get("k")).rejects.toThrow(/pool after calling end/);
    await expect(store.subscribe("c", () => {})).rejects.toThrow(/pool after calling end/);
    await store.close();
  });

  it("refuses unusable options when it is made", () => {
    const refused = (options: object): void =>
      void createPostgresStore({ pool: admin, ...options } as PostgresStoreOptions);
    expect(() => refused({ pool: {} })).toThrow(/pool must be a Pool of the pg package/);
    expect(() => refused({ listen: "no" })).toThrow(/listen must be true or false/);
    expect(() => refused({ pool: new pg.Pool({ max: 1 }) })).toThrow(/max of at least 2/);
    for (const prefix of ["", "Upper", "1st", "a-b", "a b", 'a"b', "a;b", "a".repeat(41), 7])
      expect(() => refused({ prefix }), String(prefix)).toThrow(/prefix must be 1 to 40 lowercase/);
    for (const option of ["pollMs", "messageTtlMs"])
      for (const ms of [0, -1, Number.NaN, Infinity])
        expect(() => refused({ [option]: ms })).toThrow(`${option} must be a positive`);
  });
});

describe("messages of postgresStore", () => {
  it.each(Object.entries(ways))(
    "of many publishers at once reach a store %s, each once",
    async (_, options) => {
      const reader = await open(options());
      const prefix = lab.prefixOf(reader);
      const writers = [await open({ prefix }), await open({ prefix })];
      const heard: string[] = [];
      await reader.subscribe("c", (message) => heard.push(message));
      const sent = Array.from({ length: scaled(200, 1000) }, (_, n) => String(n));
      await Promise.all(
        sent.map((message, n) => writers[n % 2]!.publish(n % 5 ? "c" : "elsewhere", message)),
      );
      const due = sent.filter((_, n) => n % 5);
      await expect.poll(() => heard.length, often).toBeGreaterThanOrEqual(due.length);
      expect(heard.toSorted()).toEqual(due.toSorted());
      await Promise.all([reader, ...writers].map(close));
    },
  );

  it("pass between a store that listens and one that polls", async () => {
    const here = await open();
    const there = await open({ ...ways["that polls"](), prefix: lab.prefixOf(here) });
    const heard: Record<"here" | "there", string[]> = { here: [], there: [] };
    await here.subscribe("c", (message) => heard.here.push(message));
    await there.subscribe("c", (message) => heard.there.push(message));
    await here.publish("c", "one");
    await there.publish("c", "two");
    const both = { here: ["one", "two"], there: ["one", "two"] };
    await expect.poll(() => heard, often).toEqual(both);
    await close(here);
    await close(there);
  });

  it("that nobody would hear of, as behind a pooler, are an error when somebody subscribes", async () => {
    const [pool, elsewhere] = [connect(), connect({ connectionString: await ownPostgres() })];
    const announced: string[] = [];
    const store = createPostgresStore({
      pool: {
        options: pool.options,
        connect: () => pool.connect(),
        // What is announced in another database arrives nowhere.
        query: (text, values) => {
          if (!text.includes("pg_notify")) return pool.query(text, values);
          announced.push(text);
          return elsewhere.query(text, values);
        },
      },
      prefix: await newPrefix(),
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const subscribing = store.subscribe("c", () => {});
      const refused = expect(subscribing).rejects.toMatchObject({
        code: "ERR_MIDCALL_STORE_LISTEN",
        message: expect.stringContaining("set listen: false") as string,
      });
      while (announced.length === 0) await new Promise(setImmediate);
      let isOver = false;
      void refused.finally(() => (isOver = true)).catch(() => {});
      while (!isOver) {
        await vi.advanceTimersByTimeAsync(1_000);
        await new Promise(setImmediate);
      }
      await refused;
    } finally {
      vi.useRealTimers();
    }
    await store.put("k", "v");
    await store.close();
    await Promise.all([pool.end(), elsewhere.end()]);
  });

  it("sent while the connection that listens is lost arrive later, once and in order, and no others", async () => {
    const prefix = await newPrefix();
    await admin.query(`CREATE ROLE ${prefix}_reader LOGIN SUPERUSER`);
    const readerUrl = url.replace("midcall@", `${prefix}_reader@`);
    const errors: unknown[] = [];
    const reader = await open({ url: readerUrl, prefix, onError: (error) => errors.push(error) });
    const writer = await open({ prefix });
    const heard: Record<"c" | "d", string[]> = { c: [], d: [] };
    await reader.subscribe("c", (message) => heard.c.push(message));
    await reader.subscribe("d", (message) => heard.d.push(message));
    await writer.publish("c", "before");
    await expect.poll(() => heard.c, often).toEqual(["before"]);
    // Nobody can connect under this name for a while.
    await admin.query(`ALTER ROLE ${prefix}_reader NOLOGIN`);
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", [
      `${prefix}_reader`,
    ]);
    await expect.poll(() => errors.length, often).toBeGreaterThanOrEqual(3);
    const sent = Array.from({ length: scaled(100, 300) }, (_, n) => `during ${n}`);
    for (const message of sent) await writer.publish("c", message);
    expect(heard.c).toEqual(["before"]);
    await admin.query(`ALTER ROLE ${prefix}_reader LOGIN`);
    await expect.poll(() => heard.c.length, often).toBeGreaterThanOrEqual(sent.length + 1);
    expect(heard).toEqual({ c: ["before", ...sent], d: [] });
    await close(reader);
    await close(writer);
  });

  it("are heard by those who subscribe while the connection is being opened again", async () => {
    const store = await open();
    const heard: string[] = [];
    await store.subscribe("c", (message) => heard.push(`first ${message}`));
    expect(await cut(`LISTEN ${lab.prefixOf(store)}_messages`)).toBe(1);
    await store.subscribe("c", (message) => heard.push(`second ${message}`));
    await store.publish("c", "m");
    await expect.poll(() => heard, often).toEqual(["first m", "second m"]);
    await close(store);
  });

  it("are heard again after the pool's own connections were cut", async () => {
    const store = await open();
    const heard: string[] = [];
    await store.subscribe("c", (message) => heard.push(message));
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()",
    );
    await expect
      .poll(
        () =>
          store.put("k", "v").then(
            () => true,
            () => false,
          ),
        often,
      )
      .toBe(true);
    await expect
      .poll(
        () =>
          store.publish("c", "m").then(
            () => heard.length,
            () => 0,
          ),
        often,
      )
      .toBeGreaterThan(0);
    expect(await store.get("k")).toBe("v");
    await close(store);
  });
});
