import type { Probe, ValueShape } from "./probe.js";

const ENTER = "and press Accept (or Submit).";

type Schema = Readonly<Record<string, unknown>>;

interface Field {
  readonly name: string;
  readonly about: string;
  readonly schema: Schema;
  /** What the person is asked to do. */
  readonly please: string;
  readonly value?: unknown;
  readonly shape?: ValueShape;
  readonly isOptional?: boolean;
  readonly since?: Probe["since"];
}

/** A probe that shows a form with one field, named `value`. */
function fieldProbe(field: Field): Probe {
  const { schema, shape } = field;
  const type =
    schema["type"] === "number" || schema["type"] === "integer"
      ? "number"
      : schema["type"] === "array"
        ? "array"
        : undefined;
  return {
    name: field.name,
    about: field.about,
    mode: "form",
    ...(field.since && { since: field.since }),
    ...(type && { type }),
    rounds: [
      [
        {
          mode: "form",
          message: field.please,
          schema: {
            type: "object",
            properties: { value: { title: "Value", ...schema } },
            ...(!field.isOptional && { required: ["value"] }),
          },
          expected: {
            action: "accept",
            ...(shape ? { shapes: { value: shape } } : { content: { value: field.value } }),
          },
        },
      ],
    ],
  };
}

const COLORS = ["red", "green", "blue"];
const titled = COLORS.map((color) => ({ const: color, title: `The ${color} one` }));
const fromNovember = { since: "2025-11-25" } as const;

/** One question for each kind of field. The person fills it in. */
const KINDS: readonly Field[] = [
  {
    name: "string",
    about: "a text field",
    schema: { type: "string" },
    please: `Enter the word Ada ${ENTER}`,
    value: "Ada",
  },
  {
    name: "email",
    about: "an e-mail address",
    schema: { type: "string", format: "email" },
    please: `Enter the address ada@example.com ${ENTER}`,
    shape: "email",
  },
  {
    name: "uri",
    about: "an address of the web",
    schema: { type: "string", format: "uri" },
    please: `Enter the address https://example.com/ ${ENTER}`,
    shape: "uri",
  },
  {
    name: "date",
    about: "a date",
    schema: { type: "string", format: "date" },
    please: `Enter or choose 17 May 2030 (2030-05-17) ${ENTER}`,
    value: "2030-05-17",
  },
  {
    name: "date_time",
    about: "a date and time",
    schema: { type: "string", format: "date-time" },
    please: `Enter or choose any date and time, such as 2030-05-17T14:30:00Z, ${ENTER}`,
    shape: "date-time",
  },
  {
    name: "number",
    about: "a number",
    schema: { type: "number", minimum: 0, maximum: 10 },
    please: `Enter the number 1.5 ${ENTER}`,
    value: 1.5,
  },
  {
    name: "integer",
    about: "an integer",
    schema: { type: "integer", minimum: 0, maximum: 100 },
    please: `Enter the number 42 ${ENTER}`,
    value: 42,
  },
  {
    name: "boolean",
    about: "yes or no",
    schema: { type: "boolean" },
    please: `Choose yes (or tick the box) ${ENTER}`,
    value: true,
  },
  {
    name: "choice",
    about: "one of several values",
    schema: { type: "string", enum: COLORS },
    please: `Choose green ${ENTER}`,
    value: "green",
  },
  {
    name: "titled_choice",
    about: "one of several values with titles (oneOf)",
    schema: { type: "string", oneOf: titled },
    please: `Choose "The green one" ${ENTER}`,
    value: "green",
    ...fromNovember,
  },
  {
    name: "named_choice",
    about: "one of several values with titles (the older enumNames)",
    schema: { type: "string", enum: COLORS, enumNames: titled.map(({ title }) => title) },
    please: `Choose "The green one" ${ENTER}`,
    value: "green",
  },
  {
    name: "multiple_choice",
    about: "several of several values",
    schema: { type: "array", items: { type: "string", enum: COLORS } },
    please: `Choose red and blue ${ENTER}`,
    value: ["red", "blue"],
    ...fromNovember,
  },
  {
    name: "titled_multiple_choice",
    about: "several of several values with titles (anyOf)",
    schema: { type: "array", items: { anyOf: titled } },
    please: `Choose "The red one" and "The blue one" ${ENTER}`,
    value: ["red", "blue"],
    ...fromNovember,
  },
  {
    name: "empty_field",
    about: "an optional field that is left empty",
    schema: { type: "string" },
    please: "Leave the field empty and press Accept (or Submit).",
    value: undefined,
    isOptional: true,
  },
];

const UNCHANGED = "Change nothing: press Accept (or Submit).";
const defaulted = (name: string, about: string, schema: Schema): Field => ({
  name: `default_${name}`,
  about: `default ${about}`,
  schema,
  please: UNCHANGED,
  value: schema["default"],
  ...(schema["type"] !== "boolean" && fromNovember),
});

/** One question for each default. The person changes nothing, so that it has to come back. */
const DEFAULTS: readonly Field[] = [
  defaulted("string", 'of a text: "Ada"', { type: "string", default: "Ada" }),
  defaulted("empty_string", 'of a text: ""', { type: "string", default: "" }),
  defaulted("lines", "of a text with two lines", {
    type: "string",
    maxLength: 2000,
    default: "first line\nsecond line",
  }),
  defaulted("date", "of a date", { type: "string", format: "date", default: "2030-05-17" }),
  defaulted("number", "of a number: 2.5", { type: "number", default: 2.5 }),
  defaulted("zero", "of an integer: 0", { type: "integer", default: 0 }),
  defaulted("true", "of yes or no: true", { type: "boolean", default: true }),
  defaulted("false", "of yes or no: false", { type: "boolean", default: false }),
  defaulted("choice", "of one of several values", {
    type: "string",
    enum: COLORS,
    default: "blue",
  }),
  defaulted("multiple_choice", "of several values", {
    type: "array",
    items: { type: "string", enum: COLORS },
    default: ["red", "blue"],
  }),
  defaulted("empty_list", "of several values: none", {
    type: "array",
    items: { type: "string", enum: COLORS },
    default: [],
  }),
];

/** Every field kind and every default. */
export const FIELD_PROBES: readonly Probe[] = [...KINDS, ...DEFAULTS].map(fieldProbe);
