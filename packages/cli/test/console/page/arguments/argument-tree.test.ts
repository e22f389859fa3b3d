import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ArgumentNode } from "../../../../web/src/data/arguments/argument-node.js";
import { createArgumentTree } from "../../../../web/src/data/arguments/argument-tree.js";
import { samples } from "./schema-arbitrary.js";
import { scaled } from "../../../../../../test/night.js";

type Tree = ReturnType<typeof createArgumentTree>;

const withProperty = (schema: unknown, required = false): unknown => ({
  type: "object",
  properties: { p: schema },
  required: required ? ["p"] : [],
});

/** The field of a property. */
function field(tree: Tree, ...names: string[]): ArgumentNode {
  let node = tree.root;
  for (const name of names) {
    const { body } = node;
    const next =
      body?.kind === "group"
        ? body.fields.find(({ slot }) => slot.name === name)
        : body?.kind === "list"
          ? body.items[Number(name)]
          : body?.kind === "choice"
            ? body.node
            : undefined;
    if (!next) throw new Error(`There is no ${name} in ${node.label}.`);
    node = next as ArgumentNode;
  }
  return node;
}

const list = (node: ArgumentNode) => {
  if (node.body?.kind !== "list") throw new Error(`${node.label} is a ${node.mode}.`);
  return node.body;
};
const enter = (node: ArgumentNode, text: string): void => {
  if (node.body?.kind !== "field") throw new Error(`${node.label} is no field.`);
  node.body.form.set(node.slot.name, text);
};

describe("random schemas and valid values", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  /** Ajv compares a `const` by calling its `valueOf` and `toString`, which a JSON value may own. */
  const isValid = (schema: unknown, value: unknown): boolean => {
    try {
      return ajv.validate(schema as object, value);
    } catch {
      return false;
    }
  };

  it("shows every value, and sends it as it was", () => {
    let inForm = 0;
    fc.assert(
      fc.property(samples, ({ schema, value }) => {
        fc.pre(isValid(schema, value));
        const tree = createArgumentTree(withProperty(schema, true));
        const given = { p: value };
        tree.fill(given);
        expect(tree.values()).toEqual(given);
        if (!tree.root.hasJson) inForm += 1;
        const again = createArgumentTree(withProperty(schema, true));
        again.fromDraft(JSON.parse(JSON.stringify(tree.toDraft())));
        expect(again.values()).toEqual(given);
        // From the form to JSON and back.
        tree.root.toJson();
        expect(tree.root.toForm()).toBeUndefined();
        expect(tree.values()).toEqual(given);
      }),
      { numRuns: scaled(60, 400) },
    );
    // Most are shown as fields; the oracle would be satisfied by JSON, too.
    expect(inForm).toBeGreaterThan(scaled(20, 150));
  });

  it("never throws, whatever the schema, the value and the draft", () => {
    const keyword = fc.constantFrom(
      ...["type", "properties", "items", "anyOf", "oneOf", "allOf", "$ref", "enum", "const"],
      ...["required", "additionalProperties", "prefixItems", "patternProperties", "default"],
      ...["minItems", "examples", "title", "description", "$defs", "minProperties"],
    );
    const word = fc.constantFrom("object", "array", "string", "null", "#", "#/properties/p", "#/%");
    const { node } = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: "small" },
        word,
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie("node"), { maxLength: 3 }),
        fc.dictionary(keyword, tie("node"), { maxKeys: 5 }),
        fc.dictionary(fc.constantFrom("p", "__proto__", "type"), tie("node")),
      ),
    }));
    fc.assert(
      fc.property(node, node, fc.jsonValue(), (schema, value, draft) => {
        for (const whole of [schema, withProperty(schema), withProperty(schema, true)]) {
          const tree = createArgumentTree(whole);
          tree.values();
          tree.issues();
          tree.fill({ p: value });
          tree.values();
          tree.fromDraft(draft);
          tree.root.touch();
          tree.toDraft();
          tree.root.toJson();
          tree.root.toForm();
        }
      }),
      {
        numRuns: scaled(80, 500),
        // The only variant is the union itself.
        examples: [[{ anyOf: [{ $ref: "#/properties/p" }] }, {}, []]],
      },
    );
  });
});

describe("flat schemas", () => {
  const schema = {
    type: "object",
    properties: {
      name: { type: "string", minLength: 2 },
      seats: { type: "integer", default: 0 },
      terrace: { type: "boolean", default: false },
      note: { type: "string", default: "" },
      menu: { type: "string", enum: ["meat", "fish"] },
      days: { type: "array", items: { enum: ["mon", "tue"] } },
    },
    required: ["name"],
  };

  it("sends defaults, false, 0 and the empty text, and leaves out what is empty", () => {
    const tree = createArgumentTree(schema);
    enter(field(tree, "name"), "Ann");
    expect(tree.values()).toEqual({ name: "Ann", seats: 0, terrace: false, note: "" });
    expect(tree.issues()).toEqual([]);
    enter(field(tree, "seats"), "");
    expect(tree.values()).toEqual({ name: "Ann", terrace: false, note: "" });
  });

  it("names the field of an issue, and still has what would be sent as it is", () => {
    const tree = createArgumentTree(schema);
    enter(field(tree, "name"), "A");
    enter(field(tree, "seats"), "many");
    expect(tree.issues()).toEqual([
      expect.objectContaining({ path: ["Name"], node: field(tree, "name").id }),
      expect.objectContaining({ path: ["Seats"], unsendable: false }),
    ]);
    expect(tree.values()).toMatchObject({ name: "A", seats: "many" });
  });

  it("has a field for each property", () => {
    const tree = createArgumentTree(schema);
    for (const name of Object.keys(schema.properties)) {
      expect(field(tree, name).body?.kind).toBe("field");
    }
  });
});

describe("lists", () => {
  const tags = {
    type: "object",
    properties: { tags: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 3 } },
    required: ["tags"],
  };

  it("adds, moves and removes items, whose labels follow", () => {
    const tree = createArgumentTree(tags);
    const node = field(tree, "tags");
    const items = list(node);
    expect(items.items).toHaveLength(1);
    items.add();
    items.add();
    expect(items.canAdd).toBe(false);
    for (const [index, word] of ["a", "b", "c"].entries()) {
      enter(field(tree, "tags", String(index)), word);
    }
    items.move(2, -1);
    items.remove(0);
    expect(tree.values()).toEqual({ tags: ["c", "b"] });
    expect(items.items.map(({ label }) => label)).toEqual(["Item 1", "Item 2"]);
    const { body } = field(tree, "tags", "0");
    expect(body?.kind === "field" && body.form.fields[0]!.label).toBe("Item 1");
  });

  it("keeps half-typed text when an item moves", () => {
    const tree = createArgumentTree(
      withProperty({ type: "array", items: { type: "integer" } }, true),
    );
    tree.fill({ p: [1, 2] });
    enter(field(tree, "p", "1"), "1e");
    list(field(tree, "p")).move(1, -1);
    expect(tree.values()).toEqual({ p: ["1e", 1] });
  });

  it("leaves an optional list out until it is added, and sends an empty one once it is", () => {
    const tree = createArgumentTree(withProperty({ type: "array", items: { type: "string" } }));
    expect(tree.values()).toEqual({});
    field(tree, "p").add();
    list(field(tree, "p")).remove(0);
    expect(tree.values()).toEqual({ p: [] });
    field(tree, "p").leaveOut();
    expect(tree.values()).toEqual({});
  });

  it("checks the number of items and whether they differ", () => {
    const schema = { type: "array", items: { type: "integer" }, minItems: 3, uniqueItems: true };
    const tree = createArgumentTree(withProperty(schema, true));
    tree.fill({ p: [1, 1] });
    expect(tree.issues().map(({ text }) => text)).toEqual([
      "Add 3 or more items.",
      "Item 2 is the same as an item before it.",
    ]);
  });

  it("fills a tuple by position", () => {
    const schema = {
      type: "array",
      prefixItems: [{ type: "number" }, { type: "string" }],
      items: false,
    };
    const tree = createArgumentTree(withProperty(schema, true));
    const items = list(field(tree, "p"));
    expect(items.items).toHaveLength(2);
    expect([items.canAdd, items.canRemove(0), items.canRemove(1), items.canMove(1, -1)]).toEqual([
      false,
      false,
      true,
      false,
    ]);
    tree.fill({ p: [1.5, "x"] });
    expect(tree.root.hasJson).toBe(false);
    expect(tree.values()).toEqual({ p: [1.5, "x"] });
  });

  it("edits a list that is too long for a form as JSON", () => {
    const tree = createArgumentTree(withProperty({ type: "array", items: { type: "integer" } }));
    const p = Array.from({ length: 500 }, (_, index) => index);
    tree.fill({ p });
    expect(field(tree, "p").mode).toBe("json");
    expect(tree.values()).toEqual({ p });
  });
});

describe("objects", () => {
  it("nests, and leaves out an optional one with all that is in it", () => {
    const address = {
      type: "object",
      properties: { street: { type: "string" }, zip: { type: "string", default: "0000" } },
      required: ["street"],
    };
    const tree = createArgumentTree(withProperty(address));
    expect(tree.issues()).toEqual([]);
    expect(tree.values()).toEqual({});
    field(tree, "p").add();
    expect(tree.issues()).toEqual([
      expect.objectContaining({ path: ["P", "Street"], unsendable: false }),
    ]);
    expect(tree.values()).toEqual({ p: { zip: "0000" } });
  });

  it("shows that a required one is missing from given arguments", () => {
    const tree = createArgumentTree({
      type: "object",
      properties: {
        p: { type: "object", properties: { a: { type: "string" } } },
        kind: { const: 1 },
      },
      required: ["p", "kind"],
    });
    tree.fill({ q: 1 });
    expect([tree.root.mode, tree.values()]).toEqual(["form", { q: 1 }]);
    expect(tree.issues().map(({ path, text }) => [path[0], text])).toEqual([
      ["P", "Add it."],
      ["Kind", "Add it."],
    ]);
  });

  it("has rows of names and values for further members", () => {
    const tree = createArgumentTree(
      withProperty({ type: "object", additionalProperties: { type: "integer" } }, true),
    );
    const { body } = field(tree, "p");
    if (body?.kind !== "group") throw new Error("It is no group.");
    const row = body.addRow();
    body.renameRow(row.id, "__proto__");
    enter(row.node as ArgumentNode, "7");
    const sent = tree.values()!["p"] as object;
    expect(Object.entries(sent)).toEqual([["__proto__", 7]]);
    const twin = body.addRow();
    body.renameRow(twin.id, "__proto__");
    expect(tree.issues()).toContainEqual(
      expect.objectContaining({ node: twin.id, unsendable: true }),
    );
    expect(tree.values()).toBeUndefined();
  });

  it("shows members that the schema does not have, and says so where it forbids them", () => {
    const properties = { a: { type: "string" } };
    const open = createArgumentTree({ type: "object", properties });
    open.fill({ a: "x", b: { c: 1 } });
    expect([open.values(), open.issues(), open.root.mode]).toEqual([
      { a: "x", b: { c: 1 } },
      [],
      "form",
    ]);
    const closed = createArgumentTree({ type: "object", properties, additionalProperties: false });
    closed.fill({ b: 1 });
    expect(closed.issues()).toEqual([expect.objectContaining({ path: ["b"], unsendable: false })]);
    expect(closed.values()).toEqual({ b: 1 });
  });
});

describe("unions", () => {
  const shape = {
    oneOf: [
      {
        type: "object",
        properties: { kind: { const: "circle" }, radius: { type: "number" } },
        required: ["kind", "radius"],
      },
      {
        type: "object",
        properties: { kind: { const: "square" }, side: { type: "number" } },
        required: ["kind", "side"],
      },
    ],
  };

  it("has a variant for each, chosen by what tells them apart", () => {
    const tree = createArgumentTree(withProperty(shape, true));
    const { body, shape: read } = field(tree, "p");
    expect(read.kind === "choice" && read.variants.map(({ title }) => title)).toEqual([
      "kind: circle",
      "kind: square",
    ]);
    tree.fill({ p: { kind: "square", side: 2 } });
    const filled = field(tree, "p").body;
    expect(filled?.kind === "choice" && filled.index).toBe(1);
    expect(tree.root.hasJson).toBe(false);
    expect(body?.kind).toBe("choice");
    expect(tree.values()).toEqual({ p: { kind: "square", side: 2 } });
  });

  it("keeps what was entered in a variant while another one is chosen", () => {
    const tree = createArgumentTree(withProperty(shape, true));
    const { body } = field(tree, "p");
    if (body?.kind !== "choice") throw new Error("It is no choice.");
    enter(field(tree, "p", "variant", "radius"), "3");
    body.choose(1);
    expect(tree.values()).toEqual({ p: { kind: "square" } });
    body.choose(0);
    expect(tree.values()).toEqual({ p: { kind: "circle", radius: 3 } });
  });

  it("reads an optional field that may be null as this field, and a required one as a choice", () => {
    const nullable = { anyOf: [{ type: "string" }, { type: "null" }], default: null, title: "Q" };
    const optional = createArgumentTree(withProperty(nullable));
    expect([field(optional, "p").body?.kind, field(optional, "p").label]).toEqual(["field", "Q"]);
    expect(optional.values()).toEqual({});
    const required = createArgumentTree(withProperty({ type: ["string", "null"] }, true));
    const { shape: read } = field(required, "p");
    expect(read.kind === "choice" && read.variants.map(({ title }) => title)).toEqual([
      "Text",
      "Null",
    ]);
    required.fill({ p: null });
    expect([required.root.hasJson, required.values(), required.issues()]).toEqual([
      false,
      { p: null },
      [],
    ]);
  });
});

describe("references", () => {
  const tree = {
    type: "object",
    properties: { root: { $ref: "#/$defs/node" } },
    required: ["root"],
    $defs: {
      node: {
        type: "object",
        properties: {
          name: { type: "string" },
          children: { type: "array", items: { $ref: "#/$defs/node" } },
        },
        required: ["name"],
      },
    },
  };

  it("follows recursive ones as far as they are entered", () => {
    const made = createArgumentTree(tree);
    const root = { name: "a", children: [{ name: "b", children: [{ name: "c" }] }] };
    made.fill({ root });
    expect([made.values(), made.root.hasJson]).toEqual([{ root }, false]);
  });

  it("ends with JSON where a value would have to go on for ever", () => {
    const endless = {
      type: "object",
      properties: { next: { $ref: "#" } },
      required: ["next"],
    };
    const made = createArgumentTree(endless);
    expect(made.issues().length).toBeGreaterThan(0);
    expect(
      createArgumentTree({
        type: "object",
        properties: { p: { $ref: "#/properties/p" } },
      }).values(),
    ).toEqual({});
  });

  it("merges what stands beside a reference, and the parts of allOf", () => {
    const made = createArgumentTree({
      type: "object",
      properties: {
        who: { $ref: "#/$defs/name", title: "Who", default: "Ann" },
        both: {
          allOf: [
            { $ref: "#/$defs/one" },
            { type: "object", properties: { b: { type: "string" } } },
          ],
        },
      },
      $defs: {
        name: { type: "string", title: "Name" },
        one: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
      },
    });
    expect(field(made, "who").label).toBe("Who");
    made.fill({ who: "Bea", both: { a: "1", b: "2" } });
    expect([made.values(), made.root.hasJson]).toEqual([
      { who: "Bea", both: { a: "1", b: "2" } },
      false,
    ]);
  });
});

describe("JSON for one field", () => {
  it("switches there and back with the value, while the rest stays a form", () => {
    const tree = createArgumentTree({
      type: "object",
      properties: { tags: { type: "array", items: { type: "string" } }, name: { type: "string" } },
    });
    tree.fill({ tags: ["a"], name: "Ann" });
    const tags = field(tree, "tags");
    tags.toJson();
    expect(JSON.parse(tags.text)).toEqual(["a"]);
    tags.setText('["a", ');
    expect(tree.issues()).toEqual([
      expect.objectContaining({ path: ["Tags"], unsendable: true, node: tags.id }),
    ]);
    expect(tags.toForm()).toMatch("Invalid JSON");
    expect(tree.values()).toBeUndefined();
    tags.setText('{"no": "list"}');
    expect(tags.toForm()).toMatch("does not fit");
    expect(tree.values()).toEqual({ tags: { no: "list" }, name: "Ann" });
    tags.setText('["a", "b"]');
    expect(tags.toForm()).toBeUndefined();
    expect([tags.mode, tree.values()]).toEqual(["form", { tags: ["a", "b"], name: "Ann" }]);
    expect(field(tree, "name").body?.kind).toBe("field");
  });

  it("starts with JSON where the schema says nothing, and leaves it out while it is empty", () => {
    const tree = createArgumentTree({
      type: "object",
      properties: { any: {}, free: { type: "object" }, name: { type: "string" } },
      required: ["free"],
    });
    expect([field(tree, "any").mode, field(tree, "free").mode, field(tree, "name").mode]).toEqual([
      "json",
      "json",
      "form",
    ]);
    expect(tree.issues()).toEqual([expect.objectContaining({ path: ["Free"], unsendable: false })]);
    expect(tree.values()).toEqual({});
    field(tree, "free").setText("{}");
    expect([tree.values(), tree.issues()]).toEqual([{ free: {} }, []]);
  });

  it("shows an invalid value in its field", () => {
    const tree = createArgumentTree(withProperty({ type: "integer", maximum: 10 }));
    const node = field(tree, "p");
    node.toJson();
    node.setText("99");
    expect(node.toForm()).toBeUndefined();
    expect([tree.values(), tree.issues().length]).toEqual([{ p: 99 }, 1]);
  });
});

describe("drafts", () => {
  const schema = {
    type: "object",
    properties: {
      count: { type: "integer" },
      apiKey: { type: "string" },
      options: { type: "object", properties: { deep: { type: "boolean" } } },
      list: { type: "array", items: { type: "string" } },
      any: {},
    },
  };

  it("keep half-typed text, and no secrets", () => {
    const tree = createArgumentTree(schema);
    enter(field(tree, "count"), "1e");
    enter(field(tree, "apiKey"), "sk-canary");
    field(tree, "any").setText('{"half');
    field(tree, "options").add();
    const text = JSON.stringify(tree.toDraft());
    expect(text).not.toMatch("canary");
    const again = createArgumentTree(schema);
    again.fromDraft(JSON.parse(text));
    expect(field(again, "any").text).toBe('{"half');
    expect(field(again, "options").mode).toBe("form");
    field(again, "any").setText("");
    expect(again.values()).toEqual({ count: "1e", options: {} });
  });

  it("leave out JSON with a member that seems to be a secret", () => {
    const tree = createArgumentTree(schema);
    field(tree, "any").setText('{"password": "sk-canary"}');
    expect(JSON.stringify(tree.toDraft())).not.toMatch("canary");
  });

  it("keep that a required value is missing", () => {
    const required = { type: "object", properties: { kind: { const: 1 } }, required: ["kind"] };
    const tree = createArgumentTree(required);
    tree.fill({ other: 1 });
    const again = createArgumentTree(required);
    again.fromDraft(JSON.parse(JSON.stringify(tree.toDraft())));
    expect(again.values()).toEqual({ other: 1 });
  });

  it("are ignored where they do not fit a changed schema", () => {
    const tree = createArgumentTree(schema);
    tree.fill({ count: 3, list: ["a"] });
    const changed = createArgumentTree({
      type: "object",
      properties: { count: { type: "integer" }, list: { type: "string" } },
    });
    changed.fromDraft(tree.toDraft());
    expect(changed.values()).toEqual({ count: 3 });
  });
});

describe("hostile schemas", () => {
  it("shows some of a thousand properties, all that are needed, and more on demand", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`p${index}`, { type: "string" }]),
    );
    const tree = createArgumentTree({ type: "object", properties, required: ["p999"] });
    const { body } = tree.root;
    if (body?.kind !== "group") throw new Error("It is no group.");
    expect(body.fields.length).toBeLessThan(100);
    expect(body.fields.at(-1)?.slot.name).toBe("p999");
    tree.fill({ p500: "x", p999: "y" });
    expect([tree.values(), tree.root.mode]).toEqual([{ p500: "x", p999: "y" }, "form"]);
    const filled = tree.root.body;
    if (filled?.kind !== "group") throw new Error("It is no group.");
    const { hidden } = filled;
    filled.showMore();
    expect(filled.hidden).toBeLessThan(hidden);
  });

  it("creates a bounded number of fields for what branches without end", () => {
    const branch = { $ref: "#" };
    const properties = { a: branch, b: branch, c: branch, d: branch };
    const tree = createArgumentTree({
      type: "object",
      properties,
      required: Object.keys(properties),
    });
    expect(tree.issues().length).toBeLessThan(400);
    const last = field(tree, "a", "a", "a", "a");
    expect([last.mode, last.isOptional]).toEqual(["absent", false]);
    expect(tree.issues()).toContainEqual(
      expect.objectContaining({ node: last.id, text: "Add it." }),
    );
    last.add();
    expect(field(tree, "a", "a", "a", "a", "a").mode).toBe("form");
  });

  it("takes an enum of ten thousand options as JSON", () => {
    const options = Array.from({ length: 10_000 }, (_, index) => `o${index}`);
    const tree = createArgumentTree(withProperty({ enum: options }));
    tree.fill({ p: "o7" });
    expect([field(tree, "p").mode, tree.values()]).toEqual(["json", { p: "o7" }]);
  });

  it("has no arguments in a prototype's name", () => {
    const properties = JSON.parse(
      '{"__proto__":{"type":"string"},"constructor":{"type":"object","properties":{"x":{"type":"string"}}}}',
    ) as object;
    const tree = createArgumentTree({ type: "object", properties });
    const given = JSON.parse('{"__proto__":"a","constructor":{"x":"b"}}') as Record<
      string,
      unknown
    >;
    tree.fill(given);
    expect(Object.entries(tree.values()!)).toEqual(Object.entries(given));
    expect(tree.root.hasJson).toBe(false);
  });

  it.each([undefined, null, true, 7, "x", []])("takes %j instead of a schema", (schema) => {
    const tree = createArgumentTree(schema);
    expect(tree.jsonOnly).toBe(true);
    tree.root.setText('{"a":1}');
    expect(tree.values()).toEqual({ a: 1 });
    tree.root.setText("[1]");
    expect([tree.values(), tree.issues()[0]?.text]).toEqual([
      undefined,
      "The arguments must be a JSON object: { … }.",
    ]);
    tree.root.setText("");
    expect([tree.values(), tree.issues()]).toEqual([{}, []]);
  });

  it("is built once, also when a default is filled in while somebody follows its changes", () => {
    const tree = createArgumentTree(withProperty({ description: "Any.", default: { k: 1 } }));
    let changes = 0;
    tree.subscribe(() => {
      changes += 1;
      tree.toDraft();
    });
    expect(tree.values()).toEqual({ p: { k: 1 } });
    expect(changes).toBe(0);
  });
});
