import { expect, it } from "vitest";
import { jsonShape } from "../../src/call/arguments/json-shape.js";

const entity = {
  type: "object",
  properties: {
    name: { type: "string" },
    kind: { enum: ["a", 1, null] },
    tags: { type: "array", items: { type: "string" } },
    size: { anyOf: [{ type: "integer" }, { const: "auto" }] },
  },
  required: ["name"],
};

it.each<[schema: unknown, shape: string | undefined]>([
  [
    { type: "array", items: entity },
    '[{ "name": text, "kind"?: "a" | 1 | null, "tags"?: [text], "size"?: integer | "auto" }]',
  ],
  [{ $ref: "#/$defs/pair" }, '{ "left": text, "right": … }'],
  [{ type: "object", additionalProperties: { type: "number" } }, "{ name: number }"],
  [{ type: "object" }, "{ … }"],
  [{ type: ["string", "null"] }, "text | null"],
  [{}, undefined],
  [true, undefined],
  [{ anyOf: [{ type: "string" }, {}] }, undefined],
  [{ $ref: "https://example.com/schema" }, undefined],
  [{ $ref: "#/$defs/loop" }, undefined],
  [{ type: "toString" }, undefined],
])("describes %j", (schema, shape) => {
  const $defs = {
    pair: {
      type: "object",
      properties: { left: { type: "string" }, right: {} },
      required: ["left", "right"],
    },
    loop: { $ref: "#/$defs/loop" },
  };
  expect(jsonShape(schema, { $defs })).toBe(shape);
});

it("ends for schemas that contain themselves, and for wide and deep ones", () => {
  const node = {
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`p${index}`, { $ref: "#" }]),
    ),
  };
  expect(jsonShape(node, node)!.length).toBeLessThanOrEqual(301);
});
