import { describe, expect, it } from "vitest";

import { readSchema } from "../../src/schema/index.js";
import { readForeignSchema } from "../../src/schema/parse/lenient-schema.js";

const form = (field: object, $defs: Record<string, unknown>, more: object = {}): unknown => ({
  type: "object",
  properties: { a: field },
  $defs,
  ...more,
});
const ref = (name: string): object => ({ $ref: `#/$defs/${name}` });
const chain = (length: number, link: (name: string) => object): Record<string, unknown> =>
  Object.fromEntries([
    ...Array.from({ length }, (_, at) => [`d${at}`, link(`d${at + 1}`)]),
    [`d${length}`, { type: "string", enum: ["x", "y"] }],
  ]);

describe("references of a foreign schema", () => {
  it.each([
    ["one after another", 20_000, (name: string) => ref(name)],
    ["in parts", 20_000, (name: string) => ({ allOf: [ref(name)] })],
    ["in lists", 20_000, (name: string) => ({ type: "array", items: ref(name) })],
    ["in alternatives", 20_000, (name: string) => ({ anyOf: [ref(name), { type: "null" }] })],
  ])("are followed only so far: %s", (_, length, link) => {
    const [field] = readSchema(form(ref("d0"), chain(length, link)))!.fields;
    expect(field).toMatchObject({ kind: "unsupported" });
    expect(readForeignSchema({ ...ref("d0"), $defs: chain(length, link) })).toMatchObject({
      refusal: { code: expect.any(String) as string },
    });
  });

  // Written out, these are 2 to the power of 14 parts or more.
  it.each([
    ["parts", (name: string) => ({ allOf: [ref(name), ref(name), { title: name }] })],
    ["alternatives", (name: string) => ({ anyOf: [ref(name), ref(name)] })],
  ])("may lead to the same place from many: %s", (_, link) => {
    const { fields, requestedSchema } = readSchema(form(ref("d0"), chain(14, link)))!;
    expect(fields[0]).toMatchObject({ kind: "select", values: new Set(["x", "y"]) });
    expect(JSON.stringify(requestedSchema).length).toBeLessThan(1_000);
  });

  it("may lead the whole form to the same place twice", () => {
    const object = { type: "object", properties: { b: { type: "string" } }, required: ["b"] };
    const read = readSchema({
      allOf: [ref("One"), ref("Two")],
      $defs: { One: { allOf: [ref("Base")] }, Two: { allOf: [ref("Base")] }, Base: object },
    });
    expect(read?.fields).toEqual([{ kind: "text", name: "b", required: true }]);
    expect(read?.requestedSchema).toEqual(object);
  });

  it.each([
    form(ref("A"), { A: ref("A") }),
    form(ref("A"), { A: { allOf: [ref("B")] }, B: { anyOf: [ref("A")] } }),
    form(ref("A"), { A: { type: "array", items: ref("A") } }),
    form({ $ref: "#" }, {}),
  ])("in a circle are named: %j", (schema) => {
    const { fields, notes } = readSchema(schema)!;
    expect(fields[0]).toMatchObject({ kind: "unsupported" });
    expect(notes.at(-1)!.message).toMatch(/leads back to itself/);
  });

  // With a comparison of each with each, this would not come back.
  it("may lead to two long lists of options, of which both hold", () => {
    const list = (from: number): number[] => Array.from({ length: 120_000 }, (_, at) => from + at);
    const read = readSchema(
      form({ allOf: [ref("A"), ref("B")] }, { A: { enum: list(0) }, B: { enum: list(119_998) } }),
    );
    expect(read!.fields[0]).toMatchObject({ kind: "select", values: new Set([119_998, 119_999]) });
  });

  it("in a circle of the whole form are refused", () => {
    expect(readForeignSchema({ ...ref("A"), $defs: { A: { allOf: [ref("A")] } } })).toMatchObject({
      refusal: { code: "$ref", message: expect.stringMatching(/itself/) as string },
    });
  });

  it("have names in any writing", () => {
    const names = { "a/b~c": "#/$defs/a~1b~0c", "100 %": "#/$defs/100%20%25", ä: "#/$defs/ä" };
    for (const [name, $ref] of Object.entries(names)) {
      const read = readSchema(form({ $ref }, { [name]: { type: "boolean" } }));
      expect(read?.fields).toEqual([{ kind: "boolean", name: "a", required: false }]);
    }
    // No property of a prototype is led to.
    expect(readSchema(form({ $ref: "#/constructor" }, {}))!.fields[0]).toMatchObject({
      kind: "unsupported",
    });
  });
});
