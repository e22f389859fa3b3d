import { describe, expect, it } from "vitest";

import {
  acceptWithDefaults,
  applyDefaults,
  DefaultsError,
  getDefaults,
  validate,
} from "../../src/client/defaults.js";
import type { ElicitParams } from "../../src/client/attach/results.js";

const form = (properties: object, required?: readonly string[]): ElicitParams => ({
  message: "Please fill in",
  requestedSchema: { type: "object", properties, ...(required && { required }) },
});

const link: ElicitParams = { mode: "url", message: "Open", url: "https://example.com/" };

const falsy = {
  count: { type: "integer", default: 0 },
  note: { type: "string", default: "" },
  subscribe: { type: "boolean", default: false },
  tags: { type: "array", items: { type: "string", enum: ["a", "b"] }, default: [] },
  level: { type: "number", enum: [0, 1], default: 0 },
};
const falsyContent = { count: 0, note: "", subscribe: false, tags: [], level: 0 };

const full = form(
  {
    name: { type: "string", default: "Ada" },
    age: { type: "integer", default: 36 },
    status: { type: "string", oneOf: [{ const: "on", title: "On" }], default: "on" },
    nick: { type: "string" },
  },
  ["name", "status"],
);

/** What no schema reader may stumble over. */
const UNREADABLE: readonly unknown[] = [
  "form",
  7,
  [],
  { type: "array", properties: {} },
  { type: "object", properties: ["name"] },
  {
    type: "object",
    properties: Object.fromEntries(Array.from({ length: 500 }, (_, i) => [i, {}])),
  },
];

describe("getDefaults", () => {
  it("gives every default, the falsy ones too, and nothing else", () => {
    expect(getDefaults(form(falsy))).toStrictEqual(falsyContent);
    expect(getDefaults(full)).toStrictEqual({ name: "Ada", age: 36, status: "on" });
  });

  it("gives nothing for a link, for a form without defaults, and for what is no form", () => {
    expect(getDefaults(link)).toEqual({});
    expect(
      getDefaults({ ...link, requestedSchema: { type: "object", properties: falsy } } as never),
    ).toEqual({});
    expect(getDefaults(form({ a: { type: "string" } }))).toEqual({});
    for (const requestedSchema of UNREADABLE) {
      expect(getDefaults({ message: "", requestedSchema })).toEqual({});
    }
  });

  it("leaves out a default the field itself refuses", () => {
    expect(
      getDefaults(
        form({ a: { type: "integer", default: "7" }, b: { type: "boolean", default: 0 } }),
      ),
    ).toEqual({});
  });

  it("knows the fields of both form spellings of mode", () => {
    expect(getDefaults({ ...full, mode: "form" } as ElicitParams)).toEqual(getDefaults(full));
  });
});

describe("applyDefaults", () => {
  it("fills what is missing and changes nothing that is there", () => {
    expect(applyDefaults(full, { age: 0, nick: "" })).toStrictEqual({
      name: "Ada",
      age: 0,
      status: "on",
      nick: "",
    });
    expect(applyDefaults(full)).toStrictEqual(getDefaults(full));
  });

  it("counts undefined as missing", () => {
    expect(applyDefaults(full, { name: undefined, nick: undefined })).toStrictEqual(
      getDefaults(full),
    );
  });

  it("does not touch what it is given", () => {
    const given = Object.freeze({ nick: "A" });
    applyDefaults(full, given);
    expect(given).toEqual({ nick: "A" });
  });

  it("adds nothing to a link", () => {
    expect(applyDefaults(link)).toEqual({});
  });

  it("keeps hostile names harmless", () => {
    const names = JSON.parse(
      '{"__proto__":{"type":"string","default":"x"},"constructor":{"type":"string","default":"y"}}',
    ) as object;
    const content = applyDefaults(
      form(names),
      JSON.parse('{"toString":"z"}') as { toString: never },
    );
    expect(Object.getPrototypeOf(content)).toBe(Object.prototype);
    expect(Object.entries(content)).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
      ["toString", "z"],
    ]);
  });
});

describe("acceptWithDefaults", () => {
  it("accepts with the defaults", () => {
    expect(acceptWithDefaults(full)).toStrictEqual({
      action: "accept",
      content: { name: "Ada", age: 36, status: "on" },
    });
    expect(acceptWithDefaults(form(falsy, Object.keys(falsy)))).toStrictEqual({
      action: "accept",
      content: falsyContent,
    });
    expect(acceptWithDefaults(form({}))).toStrictEqual({ action: "accept", content: {} });
  });

  it("never adds content to a link", () => {
    expect(acceptWithDefaults(link)).toStrictEqual({ action: "accept" });
  });

  it.each([
    [
      "a required field has no default",
      form({ a: { type: "string", title: "Your name" } }, ["a"]),
      "Your name",
    ],
    ["its default is wrong", form({ a: { type: "integer", default: "7" } }, ["a"]), undefined],
    [
      "a required field cannot be shown",
      form({ a: { type: "object", default: {} } }, ["a"]),
      undefined,
    ],
    ["a required field is not described", form({ a: { type: "string", default: "" } }, ["b"]), "b"],
    ["the schema is none", { message: "", requestedSchema: 7 } as ElicitParams, undefined],
  ])("throws when %s", (_, params, named) => {
    let caught: unknown;
    try {
      acceptWithDefaults(params);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(DefaultsError);
    expect(caught).toMatchObject({ code: "ERR_MIDCALL_DEFAULTS", name: "DefaultsError" });
    expect((caught as DefaultsError).errors.length).toBeGreaterThan(0);
    if (named)
      expect((caught as DefaultsError).message).toContain(
        named === "Your name" ? "required" : named,
      );
  });
});

describe("validate", () => {
  it("agrees with the schema", () => {
    expect(validate(full, { name: "", status: "on" })).toStrictEqual({ valid: true });
    expect(validate(full, { name: "Ada", status: "off", age: 1.5 })).toStrictEqual({
      valid: false,
      errors: [expect.stringMatching(/^age: ./), expect.stringMatching(/^status: ./)],
    });
    expect(validate(full, undefined)).toMatchObject({ valid: false, errors: { length: 2 } });
    expect(validate(full, [])).toMatchObject({ valid: false });
    expect(validate(full, null)).toMatchObject({ valid: false });
  });

  it("lets a link be accepted without content only", () => {
    expect(validate(link, undefined)).toStrictEqual({ valid: true });
    expect(validate(link, {})).toMatchObject({ valid: false });
    expect(validate(link, { token: "x" })).toMatchObject({ valid: false });
  });

  it.each([
    undefined,
    null,
    {},
    { type: "object" },
    { type: "object", properties: null },
    { type: "object", properties: [] },
  ])("takes an approval without content for %j", (requestedSchema) => {
    const params = { message: "", requestedSchema } as never;
    expect(validate(params, {})).toEqual({ valid: true });
    expect(validate(params, undefined)).toEqual({ valid: true });
  });

  it("refuses everything for a schema that is none, and never throws", () => {
    for (const requestedSchema of UNREADABLE) {
      expect(validate({ message: "", requestedSchema }, {})).toMatchObject({ valid: false });
    }
  });
});
