import { describe, expect, it, vi } from "vitest";
import * as z from "zod";

import { createForm } from "../../src/form/index.js";
import { limitsOf } from "../../src/form/limits-of.js";
import type { Form, FormOptions } from "../../src/form/index.js";
import type { FieldState } from "../../src/form/form-types.js";

const open = (
  properties: Record<string, unknown>,
  required: readonly string[] = [],
  options?: FormOptions,
): Form => createForm({ type: "object", properties, required }, options);

const field = (form: Form, name: string): FieldState =>
  form.getSnapshot().fields.find((state) => state.field.name === name)!;

describe("the fields of a form", () => {
  it("carry what a skin needs", () => {
    const form = open(
      {
        userName: { type: "string", description: "As on\nyour pass", minLength: 1, maxLength: 40 },
        essay: { type: "string", maxLength: 5_000 },
        lines: { type: "string", default: "a\r\nb" },
        seats: { type: "integer", title: "Seats", minimum: 1, maximum: 9, default: 2 },
        odd: { type: "object" },
      },
      ["userName"],
    );
    expect(form.fields).toMatchObject([
      {
        kind: "text",
        label: "User name",
        description: "As on\nyour pass",
        required: true,
        minLength: 1,
        maxLength: 40,
        multiline: false,
      },
      { kind: "text", label: "Essay", multiline: true },
      { kind: "text", multiline: true, default: "a\nb" },
      { kind: "integer", label: "Seats", title: "Seats", minimum: 1, maximum: 9, required: false },
      { kind: "unsupported", label: "Odd", reason: expect.stringContaining("type") as string },
    ]);
    expect(form.notes).toMatchObject([{ path: "/properties/odd/type", code: "type" }]);
  });

  it("show values the way their kind is entered", () => {
    const form = open({
      a: { type: "string", default: "x" },
      b: { type: "number", default: 1.5 },
      c: { type: "boolean" },
      d: { type: "integer", enum: [1, 2], default: 2 },
      e: { type: "string", enum: ["x"] },
      f: { type: "array", items: { enum: ["x", "y"] }, default: ["y"] },
    });
    const inputs = form.getSnapshot().fields.map(({ input }) => input);
    expect(inputs).toEqual(["x", "1.5", undefined, "2", undefined, ["y"]]);
    form.set("d", "1");
    expect(field(form, "d")).toMatchObject({ input: "1", value: 1 });
  });

  it("show an option named by its title as the option", () => {
    const form = open({ x: { oneOf: [{ const: "r", title: "Red" }] } });
    form.set("x", "Red");
    expect(field(form, "x")).toMatchObject({ input: "r", value: "r" });
  });
});

describe("errors", () => {
  it("are known at once and shown when it is time", () => {
    const form = open({ mail: { type: "string", format: "email" } }, ["mail"]);
    expect(field(form, "mail")).toMatchObject({ issue: { code: "required" }, error: undefined });
    form.set("mail", "a");
    expect(field(form, "mail")).toMatchObject({ issue: { code: "format" }, error: undefined });
    form.touch("mail");
    expect(field(form, "mail").error).toMatch(/email address/);
    form.set("mail", "a@b.co");
    expect(field(form, "mail")).toMatchObject({
      issue: undefined,
      error: undefined,
      touched: true,
    });
  });

  it("show everywhere once sending was tried", () => {
    const form = open({ a: { type: "string" }, b: { type: "integer" } }, ["a", "b"]);
    expect(form.submit()).toMatchObject({ ok: false, issues: [{ field: "a" }, { field: "b" }] });
    expect(form.getSnapshot().fields.map(({ error }) => error)).toEqual([
      "This is required.",
      "This is required.",
    ]);
  });

  it("carry what messages are made of, and take another language", () => {
    const form = open(
      { n: { type: "integer", minimum: 3, title: "Anzahl" }, m: { type: "number" } },
      [],
      {
        messages: (issue, at) =>
          issue.code === "minimum"
            ? `${at?.label}: mindestens ${issue.params["limit"]}`
            : undefined,
      },
    );
    form.set("n", "2");
    form.set("m", "zwei");
    expect(form.validate()).toEqual([
      { field: "n", code: "minimum", params: { limit: 3 }, message: "Anzahl: mindestens 3" },
      {
        field: "m",
        code: "number",
        params: { kind: "number" },
        message: "Enter a number in digits, with a point before decimals.",
      },
    ]);
  });
});

describe("a number", () => {
  const message = (type: "integer" | "number", text: string): string | undefined => {
    const form = createForm({ type: "object", properties: { n: { type } } });
    form.set("n", text);
    return form.validate()[0]?.message;
  };

  it("that is none is told by its kind what to enter", () => {
    expect(message("integer", "two")).toBe("Enter a whole number in digits.");
    expect(message("integer", "1,5")).toBe("Enter a whole number in digits.");
    expect(message("number", "two")).toBe(
      "Enter a number in digits, with a point before decimals.",
    );
  });

  // Quadratic time would be far beyond the time limit of a test.
  it("that was pasted is read in linear time", () => {
    for (const digits of ["0e", "0.", "1e", "1.", "0.0e-", ""]) {
      message("number", digits + "1".repeat(200_000));
      message("number", digits + "0".repeat(200_000) + "x");
    }
    expect(message("number", `0e${"1".repeat(200_000)}`)).toBeUndefined();
  });
});

describe("limits", () => {
  const told = (field: object): string[] => {
    const form = createForm({ type: "object", properties: { x: field } });
    return limitsOf(form.fields[0]!).map(({ message }) => message);
  };

  it("are told in the words of what would be wrong", () => {
    expect(told({ type: "number", exclusiveMinimum: 0, multipleOf: 5 })).toEqual([
      "Enter more than 0.",
      "Enter a multiple of 5.",
    ]);
    expect(told({ type: "integer", minimum: 0, maximum: 9, exclusiveMaximum: 9 })).toEqual([
      "Enter 0 or more.",
      "Enter 9 or less.",
      "Enter less than 9.",
    ]);
    const { MAX_SAFE_INTEGER, MIN_SAFE_INTEGER } = Number;
    expect(told({ type: "integer", minimum: MIN_SAFE_INTEGER, maximum: MAX_SAFE_INTEGER })).toEqual(
      [],
    );
    expect(told({ type: "string", maxLength: 40 })).toEqual(["Enter at most 40 characters."]);
    const items = { enum: ["a", "b", "c"] };
    expect(told({ type: "array", items, minItems: 1, maxItems: 2 })).toEqual([
      "Choose at least 1.",
      "Choose at most 2.",
    ]);
  });

  it("that limit nobody are not", () => {
    expect(told({ type: "string", maxLength: 100_000 })).toEqual([]);
    expect(told({ type: "array", items: { enum: ["a"] }, minItems: 0 })).toEqual([]);
    expect(told({ type: "boolean" })).toEqual([]);
    expect(told({ type: "object", minimum: 1 })).toEqual([]);
    const { MIN_SAFE_INTEGER: minimum, MAX_SAFE_INTEGER: maximum } = Number;
    expect(told({ type: "integer", minimum, maximum })).toEqual([]);
    expect(told({ type: "integer", minimum: 1, maximum })).toEqual(["Enter 1 or more."]);
    expect(told({ type: "string", maxLength: 200, pattern: "^\\s*delete\\s*$" })).toEqual([]);
  });

  it("of a text that one word is valid for are told as that word", () => {
    const error = (pattern: string): string | undefined => {
      const form = createForm({ type: "object", properties: { x: { type: "string", pattern } } });
      form.set("x", "yes");
      form.touch("x");
      return form.getSnapshot().fields[0]!.error;
    };
    expect(error("^\\s*delete\\s*$")).toBe('This is not "delete".');
    expect(error("^\\s*a\\.b\\s*$")).toBe('This is not "a.b".');
    for (const several of ["^a.b$", "^a|b$", "^[a-z]{2}$", "delete", "^a?$", "^\\d$"]) {
      expect(error(several)).toBe("Enter it in the format that the server asks for.");
    }
  });

  it("of a date and time say what is accepted, and name the offset where it may be missing", () => {
    const schema = { type: "object", properties: { x: { type: "string", format: "date-time" } } };
    const error = (timeZoneOffset: FormOptions["timeZoneOffset"], input: string) => {
      const form = createForm(schema, { timeZoneOffset });
      form.set("x", input);
      form.touch("x");
      return form.getSnapshot().fields[0]!.error;
    };
    const plain =
      "Enter a date and time, such as 2026-01-31T09:30:00+01:00. The end is its offset.";
    expect(error("+01:00", "tomorrow at 5")).toBe(plain);
    expect(error("+01:00", "2026-02-30 09:30")).toBe(plain);
    expect(error("+01:00", "2026-01-31 09:30")).toBeUndefined();
    expect(error(() => "", "2026-01-31 09:30")).toBe(plain);
  });
});

describe("an answer the server did not take", () => {
  const schema = {
    a: { type: "string", default: "A" },
    b: { type: "string", default: "B" },
    c: { type: "string" },
    n: { type: "integer", maximum: 5 },
  };
  const previous = { a: "mine", c: "", n: 9, gone: true };

  it("opens the form again with its values and the reason", () => {
    const form = open(schema, [], { previous, reason: "No seats\u202e left" });
    expect(form.getSnapshot()).toMatchObject({
      issues: [{ field: "", code: "reason", message: "No seats left" }],
      canSubmit: true,
      dirty: false,
    });
    expect(form.getSnapshot().fields.map(({ input }) => input)).toEqual(["mine", "", "", "9"]);
    expect(form.submit()).toMatchObject({ ok: false, issues: [{ field: "n", code: "maximum" }] });
    expect(form.getSnapshot().issues).toHaveLength(1);
    form.set("n", "5");
    expect(form.getSnapshot().issues).toEqual([]);
    expect(form.submit()).toEqual({ ok: true, content: { a: "mine", c: "", n: 5 } });
  });

  it("goes back to that answer, not to the defaults", () => {
    const form = open(schema, [], { previous });
    form.set("a", "other");
    form.reset();
    expect(field(form, "a").input).toBe("mine");
  });

  it("starts from the defaults when there was none", () => {
    for (const nothing of [undefined, null, "x", []]) {
      expect(field(open(schema, [], { previous: nothing }), "a").input).toBe("A");
    }
  });
});

describe("the store", () => {
  it("tells its listeners about changes and about nothing else", () => {
    const form = open({ a: { type: "string" }, b: { type: "array", items: { enum: ["x"] } } });
    const listener = vi.fn();
    const stop = form.subscribe(listener);
    form.set("a", "x");
    expect(listener).toHaveBeenCalledTimes(1);
    form.set("a", "x");
    form.set("nobody", "x");
    form.setAll({ a: "x" });
    expect(listener).toHaveBeenCalledTimes(1);
    form.set("b", ["x"]);
    form.set("b", ["x"]);
    expect(listener).toHaveBeenCalledTimes(2);
    form.touch("a");
    form.touch("a");
    expect(listener).toHaveBeenCalledTimes(3);
    form.reset();
    form.reset();
    expect(listener).toHaveBeenCalledTimes(4);
    stop();
    form.set("a", "y");
    expect(listener).toHaveBeenCalledTimes(4);
  });

  it("keeps every snapshot, and shares what did not change", () => {
    const form = open({ a: { type: "string" }, b: { type: "string" } });
    const before = form.getSnapshot();
    expect(form.getSnapshot()).toBe(before);
    form.set("a", "x");
    const after = form.getSnapshot();
    expect(before.fields[0]).toMatchObject({ input: "", dirty: false });
    expect(after.fields[0]).toMatchObject({ input: "x", value: "x", dirty: true });
    expect(after.fields[1]).toBe(before.fields[1]);
    form.setAll({ a: "x", b: "y" });
    expect(form.getSnapshot().fields[0]).toBe(after.fields[0]);
  });

  it("knows what is dirty and resets", () => {
    const form = open({ a: { type: "string", default: "x" } });
    form.set("a", "y");
    form.touch("a");
    expect(form.getSnapshot()).toMatchObject({ dirty: true, fields: [{ touched: true }] });
    form.set("a", "x");
    expect(form.getSnapshot().dirty).toBe(false);
    form.set("a", "z");
    form.reset();
    expect(form.getSnapshot()).toMatchObject({
      dirty: false,
      fields: [{ input: "x", touched: false }],
    });
  });

  it("hands out content of its own", () => {
    const form = open({ a: { type: "array", items: { enum: ["x", "y"] }, default: ["x"] } });
    const first = form.submit();
    if (first.ok) (first.content["a"] as string[]).push("y");
    expect(form.submit()).toEqual({ ok: true, content: { a: ["x"] } });
  });
});

describe("what cannot be shown", () => {
  it("blocks the form where it is required, and says so", () => {
    const form = open({ a: { type: "object" }, b: { type: "string" } }, ["a"]);
    expect(form.getSnapshot()).toMatchObject({ canSubmit: false, valid: false });
    form.setAll({ a: "smuggled", b: "x" });
    expect(form.submit()).toMatchObject({
      ok: false,
      issues: [
        { field: "a", code: "unsupported", message: expect.stringMatching(/cannot be/) as string },
      ],
    });
  });

  it("is left out where it is optional, also when content names it", () => {
    const form = open({ a: { type: "object" }, b: { type: "string" } });
    form.setAll({ a: "smuggled", b: "x" });
    form.set("a", "smuggled");
    expect(form.getSnapshot().canSubmit).toBe(true);
    expect(form.submit()).toEqual({ ok: true, content: { b: "x" } });
  });

  it.each([
    ["only unsupported fields", { type: "object", properties: { a: { type: "object" } } }],
    ["nothing", undefined],
    ["another schema", { type: "array" }],
    [
      "too many fields",
      {
        type: "object",
        properties: Object.fromEntries([...Array(101).keys()].map((n) => [n, { type: "string" }])),
      },
    ],
  ])("never becomes an empty answer: %s", (_, schema) => {
    const form = createForm(schema);
    expect(form.getSnapshot()).toMatchObject({
      canSubmit: false,
      issues: [{ code: "unsupported" }],
    });
    expect(form.submit()).toMatchObject({
      ok: false,
      issues: [{ field: "", code: "unsupported" }],
    });
  });

  it("is not the case for a form without fields: that asks to agree", () => {
    expect(open({}).submit()).toEqual({ ok: true, content: {} });
  });
});

describe("date and time", () => {
  const typed = (text: string, options?: FormOptions): unknown => {
    const form = open({ x: { type: "string", format: "date-time" } }, [], options);
    form.set("x", text);
    return field(form, "x").value;
  };

  it("gets the offset of the option, which may depend on the day", () => {
    expect(typed("2026-01-31T09:30", { timeZoneOffset: "Z" })).toBe("2026-01-31T09:30:00Z");
    const timeZoneOffset = (local: string): string => (local > "2026-03-29" ? "+02:00" : "+01:00");
    expect(typed("2026-01-31T09:30", { timeZoneOffset })).toBe("2026-01-31T09:30:00+01:00");
    expect(typed("2026-07-31T09:30", { timeZoneOffset })).toBe("2026-07-31T09:30:00+02:00");
    expect(typed("2026-07-31T09:30", { timeZoneOffset: "CET" })).toBeUndefined();
  });

  it("gets the offset of this device, else", () => {
    const before = process.env["TZ"];
    try {
      process.env["TZ"] = "America/St_Johns";
      expect(typed("2026-01-31T09:30")).toBe("2026-01-31T09:30:00-03:30");
      expect(typed("2026-07-31T09:30")).toBe("2026-07-31T09:30:00-02:30");
      process.env["TZ"] = "Asia/Kathmandu";
      expect(typed("2026-07-31T09:30")).toBe("2026-07-31T09:30:00+05:45");
      process.env["TZ"] = "UTC";
      expect(typed("2026-07-31T09:30")).toBe("2026-07-31T09:30:00+00:00");
      expect(typed("2026-02-31T09:30")).toBeUndefined();
      expect(typed("2026-02-28T99:30")).toBeUndefined();
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  });
});

describe("a date and time that the server wants in UTC", () => {
  const typed = (text: string, schema: object, timeZoneOffset = "+00:00"): FieldState => {
    const form = open({ x: schema }, [], { timeZoneOffset });
    form.set("x", text);
    return field(form, "x");
  };
  const zod = (options?: Parameters<typeof z.iso.datetime>[0]): object => {
    const { x } = z.toJSONSchema(z.object({ x: z.iso.datetime(options) })).properties!;
    return x as object;
  };

  it.each([
    ["2026-01-31 09:30", "+00:00", "2026-01-31T09:30:00Z"],
    ["2026-01-31T09:30", "+01:00", "2026-01-31T08:30:00Z"],
    ["2026-01-31 09:30:59.123456789", "+05:45", "2026-01-31T03:45:59.123456789Z"],
    ["2026-07-31 09:30", "-03:30", "2026-07-31T13:00:00Z"],
    ["2024-03-01 00:15", "+05:30", "2024-02-29T18:45:00Z"],
    ["2026-12-31 20:00", "-09:30", "2027-01-01T05:30:00Z"],
    ["2026-01-31 09:30+0200", "-09:30", "2026-01-31T07:30:00Z"],
    ["2026-01-31 09:30", "+0530", "2026-01-31T04:00:00Z"],
    ["2026-01-31 09:30", "+23:59", "2026-01-30T09:31:00Z"],
    ["2026-01-31 09:30z", "-09:30", "2026-01-31T09:30:00Z"],
  ])("is the same moment there: %s at %s", (text, offset, value) => {
    expect(typed(text, zod(), offset).value).toBe(value);
    const moment = typed(text, { type: "string", format: "date-time" }, offset).value as string;
    expect(Date.parse(moment)).toBe(Date.parse(value));
    z.iso.datetime().parse(value);
  });

  it("has the precision that zod asks for, where it is no other moment", () => {
    const at = (text: string, precision: number): unknown =>
      typed(text, zod({ precision }), "+02:00").value;
    expect(at("2026-01-31 09:30", 0)).toBe("2026-01-31T07:30:00Z");
    expect(at("2026-01-31 09:30:07", 3)).toBe("2026-01-31T07:30:07.000Z");
    expect(at("2026-01-31 09:30:07.5", 3)).toBe("2026-01-31T07:30:07.500Z");
    expect(at("2026-01-31T09:30:07Z", 3)).toBe("2026-01-31T09:30:07.000Z");
    expect(at("2026-01-31 09:30:07.5", 0)).toBeUndefined();
    expect(at("2026-01-31 09:30:07.1234", 3)).toBeUndefined();
  });

  it("is so for its length, and stays as typed where it fits", () => {
    const short = { type: "string", format: "date-time", maxLength: 20 };
    expect(typed("2026-01-31 09:30", short, "+02:00").value).toBe("2026-01-31T07:30:00Z");
    expect(typed("2026-01-31 09:30", zod({ offset: true }), "+02:00").value).toBe(
      "2026-01-31T09:30:00+02:00",
    );
  });

  it("is wrong as ever where that does not help", () => {
    const year = { type: "string", format: "date-time", pattern: "^2030" };
    expect(typed("2026-01-31 09:30", year, "+02:00").issue).toMatchObject({ code: "pattern" });
    const short = { type: "string", format: "date-time", maxLength: 20 };
    for (const schema of [zod(), short]) {
      for (const text of ["2026-02-30 09:30", "2026-01-31 24:00", "2026-13-01 09:30"]) {
        expect(typed(text, schema, "+02:00").issue).toBeDefined();
      }
      // There is no year before this one, and none after that.
      expect(typed("0000-01-01 00:30", schema, "+01:00").issue).toBeDefined();
      expect(typed("9999-12-31 23:30", schema, "-01:00").issue).toBeDefined();
      expect(typed("2026-01-31 09:30", schema, "CET").issue).toBeDefined();
    }
  });
});

describe("hostile input", () => {
  it("survives getters, proxies and cycles in a schema", () => {
    const cycle: Record<string, unknown> = { type: "object" };
    cycle["properties"] = { cycle };
    const throwing = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no");
        },
      },
    );
    const getter = {
      type: "object",
      get properties(): unknown {
        throw new Error("no");
      },
    };
    for (const schema of [cycle, throwing, getter, { type: "object", properties: throwing }]) {
      expect(createForm(schema).getSnapshot().canSubmit).toBe(false);
    }
  });

  it("takes values from content itself only, never from what it inherits", () => {
    const form = open({ a: { type: "string" }, b: { type: "string" } });
    form.setAll(Object.assign(Object.create({ a: "inherited" }) as object, { b: "own" }));
    expect(form.submit()).toEqual({ ok: true, content: { b: "own" } });
    for (const content of [null, undefined, 1, "text", [], new Map()]) {
      form.setAll(content);
      expect(form.submit()).toEqual({ ok: true, content: {} });
    }
  });

  // Anything worse than linear does not come back within the time-out.
  it("gets through long text in every kind of field", () => {
    const form = open({
      number: { type: "number" },
      integer: { type: "integer" },
      when: { type: "string", format: "date-time" },
      mail: { type: "string", format: "email" },
      text: { type: "string", pattern: "(a+)+$" },
      one: { type: "string", enum: ["x"] },
    });
    const texts = ["1", "1.", " ", "a", "-", "2026-01-31T09:30:00.0", "\n", "e1"].map((unit) =>
      unit.repeat(100_000),
    );
    for (const { name } of form.fields) {
      for (const text of texts) form.set(name, `${text}!`);
      expect(field(form, name).issue).toBeDefined();
    }
  });
});
