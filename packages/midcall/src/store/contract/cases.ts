import assert from "node:assert/strict";
import type { Store } from "../store.js";

/** What a case is tried with. */
export interface Trial {
  readonly store: Store;
  /** The same data over another connection, or the same store. */
  readonly other: Store;
  readonly elapse: (ms: number) => void | Promise<void>;
  readonly callers: number;
  /** Waits for messages under way; what should have come and has not shows in the assertion after it. */
  readonly until: (reached: () => boolean) => Promise<void>;
}

/** Short enough to wait for, long enough for a slow engine to answer within. */
const TTL_MS = 250;
const WAYS_TO_FAIL = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"];

/** All there is to the contract of a store, one thing a case. */
export const contractCases: readonly (readonly [string, (trial: Trial) => Promise<void>])[] = [
  [
    "gives nothing for a key that was never written",
    async ({ store }) => {
      assert.equal(await store.get("k"), undefined);
      assert.equal(await store.take("k"), undefined);
      assert.equal(await store.delete("k"), false);
    },
  ],
  [
    "gives what was put last",
    async ({ store, other }) => {
      await store.put("k", "one");
      assert.equal(await other.get("k"), "one");
      await other.put("k", "two");
      assert.equal(await store.get("k"), "two");
    },
  ],
  [
    "puts only where there is nothing",
    async ({ store, other }) => {
      assert.equal(await store.putIfAbsent("k", "first"), true);
      assert.equal(await other.putIfAbsent("k", "second"), false);
      assert.equal(await store.get("k"), "first");
    },
  ],
  [
    "takes a value once",
    async ({ store, other }) => {
      await store.put("k", "v");
      assert.equal(await other.take("k"), "v");
      assert.equal(await store.take("k"), undefined);
      assert.equal(await store.get("k"), undefined);
      assert.equal(await store.putIfAbsent("k", "again"), true);
    },
  ],
  [
    "deletes, and tells whether there was something",
    async ({ store }) => {
      await store.put("k", "v");
      assert.equal(await store.delete("k"), true);
      assert.equal(await store.get("k"), undefined);
      assert.equal(await store.delete("k"), false);
    },
  ],
  [
    "forgets a value when its time is up, for every operation",
    async ({ store, elapse }) => {
      for (const key of ["get", "take", "delete", "absent"])
        await store.put(key, "v", { ttlMs: TTL_MS });
      assert.equal(await store.get("get"), "v");
      await elapse(TTL_MS * 2);
      assert.equal(await store.get("get"), undefined);
      assert.equal(await store.take("take"), undefined);
      assert.equal(await store.delete("delete"), false);
      assert.equal(await store.putIfAbsent("absent", "new"), true);
      assert.equal(await store.get("absent"), "new");
    },
  ],
  [
    "forgets what was put where there was nothing when its time is up",
    async ({ store, elapse }) => {
      assert.equal(await store.putIfAbsent("k", "v", { ttlMs: TTL_MS }), true);
      assert.equal(await store.get("k"), "v");
      await elapse(TTL_MS * 2);
      assert.equal(await store.get("k"), undefined);
    },
  ],
  [
    "starts the time anew with every put, and none without one",
    async ({ store, elapse }) => {
      await store.put("longer", "v", { ttlMs: TTL_MS });
      await store.put("longer", "v", { ttlMs: 60_000 });
      await store.put("for good", "v", { ttlMs: TTL_MS });
      await store.put("for good", "v");
      await elapse(TTL_MS * 2);
      assert.equal(await store.get("longer"), "v");
      assert.equal(await store.get("for good"), "v");
    },
  ],
  [
    "leaves value and time alone when a put is refused",
    async ({ store, elapse }) => {
      await store.put("k", "v", { ttlMs: TTL_MS });
      assert.equal(await store.putIfAbsent("k", "w", { ttlMs: 60_000 }), false);
      assert.equal(await store.get("k"), "v");
      await elapse(TTL_MS * 2);
      assert.equal(await store.get("k"), undefined);
    },
  ],
  [
    "keeps long and broken times",
    async ({ store }) => {
      await store.put("a month and more", "v", { ttlMs: 2 ** 31 + 1000 });
      await store.put("not whole", "v", { ttlMs: 60_000.5 });
      assert.equal(await store.get("a month and more"), "v");
      assert.equal(await store.get("not whole"), "v");
    },
  ],
  [
    "lets exactly one of many put",
    async ({ store, other, callers }) => {
      for (let round = 0; round < 10; round++) {
        const won = await Promise.all(
          range(callers).map((n) =>
            (n % 2 === 0 ? store : other).putIfAbsent(`k${round}`, `caller ${n}`),
          ),
        );
        assert.equal(won.filter(Boolean).length, 1, "one caller wins");
        assert.equal(await store.get(`k${round}`), `caller ${won.indexOf(true)}`);
      }
    },
  ],
  [
    "lets exactly one of many put where a value has just expired",
    async ({ store, other, elapse, callers }) => {
      await store.put("k", "old", { ttlMs: TTL_MS });
      await elapse(TTL_MS * 2);
      const won = await Promise.all(
        range(callers).map((n) => (n % 2 === 0 ? store : other).putIfAbsent("k", `caller ${n}`)),
      );
      assert.equal(won.filter(Boolean).length, 1, "one caller wins");
    },
  ],
  [
    "lets exactly one of many take",
    async ({ store, other, callers }) => {
      for (let round = 0; round < 10; round++) {
        await store.put(`k${round}`, "v");
        const taken = await Promise.all(
          range(callers).map((n) => (n % 2 === 0 ? store : other).take(`k${round}`)),
        );
        assert.deepEqual(
          taken.filter((value) => value !== undefined),
          ["v"],
        );
      }
    },
  ],
  [
    "gives a value to one taker or one deleter, never both",
    async ({ store, other, callers }) => {
      for (let round = 0; round < 10; round++) {
        await store.put(`k${round}`, "v");
        const got = await Promise.all(
          range(callers).map(async (n) =>
            n % 2 === 0 ? (await store.take(`k${round}`)) !== undefined : other.delete(`k${round}`),
          ),
        );
        assert.equal(got.filter(Boolean).length, 1);
      }
    },
  ],
  [
    "passes a value on from putter to taker without losing or doubling it",
    async ({ store, other, callers }) => {
      let put = 0;
      let taken = 0;
      await Promise.all(
        range(callers).map(async (n) => {
          const side = n % 2 === 0 ? store : other;
          for (let turn = 0; turn < 5; turn++) {
            if (await side.putIfAbsent("slot", `${n}/${turn}`)) put += 1;
            if ((await side.take("slot")) !== undefined) taken += 1;
          }
        }),
      );
      if ((await store.take("slot")) !== undefined) taken += 1;
      assert.equal(taken, put);
    },
  ],
  [
    "takes any text for a key, and tells all of them apart",
    async ({ store }) => {
      const keys = [
        ...WAYS_TO_FAIL,
        ...[
          "a",
          "A",
          "a ",
          " a",
          "a:b",
          "a:*",
          "*",
          "?",
          "[a-z]",
          "%",
          "_",
          "'",
          '"',
          "\\",
          "a\nb",
          "a\u0000b",
        ],
        ...["\u00e9", "e\u0301", "\u{1f600}", "日本", "k".repeat(1024), `${"k".repeat(1023)}l`],
      ];
      for (const key of keys) assert.equal(await store.get(key), undefined, JSON.stringify(key));
      for (const key of keys)
        assert.equal(await store.putIfAbsent(key, `of ${key}`), true, JSON.stringify(key));
      for (const key of keys) assert.equal(await store.get(key), `of ${key}`, JSON.stringify(key));
      for (const key of keys) assert.equal(await store.take(key), `of ${key}`, JSON.stringify(key));
    },
  ],
  [
    "keeps any text as it is",
    async ({ store }) => {
      const big = "0123456789abcdef".repeat(64 * 1024);
      const values = [
        "",
        "0",
        "null",
        "undefined",
        " ",
        "a\u0000b\n",
        "\u{1f600}日本",
        "__proto__",
        big,
      ];
      for (const [at, value] of values.entries()) {
        await store.put(`k${at}`, value);
        assert.equal(await store.putIfAbsent(`k${at}`, "other"), false, `value ${at} is a value`);
        assert.equal((await store.get(`k${at}`)) === value, true, `value ${at} is unchanged`);
        assert.equal((await store.take(`k${at}`)) === value, true, `value ${at} is unchanged`);
      }
    },
  ],
  [
    "sends messages to all subscribers of a channel, in order, and to no others",
    async ({ store, other, until }) => {
      const heard: Record<"here" | "there" | "elsewhere", string[]> = {
        here: [],
        there: [],
        elsewhere: [],
      };
      const leave = [
        await store.subscribe("c", (message) => heard.here.push(message)),
        await other.subscribe("c", (message) => heard.there.push(message)),
        await other.subscribe("c2", (message) => heard.elsewhere.push(message)),
      ];
      const sent = range(20).map(String);
      for (const message of sent) await store.publish("c", message);
      await until(() => heard.here.length >= sent.length && heard.there.length >= sent.length);
      assert.deepEqual(heard, { here: sent, there: sent, elsewhere: [] });
      for (const end of leave) await end();
    },
  ],
  [
    "sends nothing to those who left or who came later",
    async ({ store, other, until }) => {
      const left: string[] = [];
      const stayed: string[] = [];
      const late: string[] = [];
      const listener = (message: string): void => void left.push(message);
      const leave = await other.subscribe("c", listener);
      const stay = await other.subscribe("c", (message) => stayed.push(message));
      await leave();
      await leave();
      await store.publish("c", "one");
      await until(() => stayed.length === 1);
      const lateLeave = await other.subscribe("c", (message) => late.push(message));
      await store.publish("c", "two");
      await until(() => stayed.length === 2 && late.length === 1);
      assert.deepEqual({ left, stayed, late }, { left: [], stayed: ["one", "two"], late: ["two"] });
      await stay();
      await lateLeave();
    },
  ],
  [
    "counts the same listener as often as it subscribed",
    async ({ store, until }) => {
      const heard: string[] = [];
      const listener = (message: string): void => void heard.push(message);
      const first = await store.subscribe("c", listener);
      const second = await store.subscribe("c", listener);
      await store.publish("c", "both");
      await until(() => heard.length === 2);
      await first();
      await store.publish("c", "one");
      await until(() => heard.length === 3);
      await second();
      assert.deepEqual(heard, ["both", "both", "one"]);
    },
  ],
  [
    "publishes to nobody without complaint, and under any name",
    async ({ store, until }) => {
      await store.publish("nobody", "there");
      for (const channel of [...WAYS_TO_FAIL, "a*", "日本", "a\nb"]) {
        const heard: string[] = [];
        const leave = await store.subscribe(channel, (message) => heard.push(message));
        await store.publish(channel, "");
        await store.publish(channel, channel);
        await until(() => heard.length === 2);
        assert.deepEqual(heard, ["", channel]);
        await leave();
      }
    },
  ],
];

function range(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}
