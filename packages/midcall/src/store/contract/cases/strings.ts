import assert from "node:assert/strict";
import { type ContractCase, RISKY_NAMES } from "../contract-case.js";

/** Unusual keys and values. */
export const stringCases: readonly ContractCase[] = [
  [
    "accepts any string as a key and keeps similar keys apart",
    async ({ store }) => {
      const keys = [
        ...RISKY_NAMES,
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
    "stores any string unchanged",
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
];
