import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright-core";
import { createForm, type FormField } from "midcall/form";
import { type FieldInput } from "../../../src/form/form-types.js";
import { isNight } from "../../../../../test/night.js";
import { GOLDEN, GOLDEN_OFFSET, type GoldenCase } from "../../form/golden.js";
import { type Lab, type LabPage, openLab } from "./open-page.js";

/** By day a part of the table, the whole of which is tried on the form itself and at a terminal. */
const TABLE = GOLDEN.filter((_, index) => isNight || index % 4 === 0);

/** What no native control can hold. */
const UNREACHABLE: readonly string[] = [
  'date-time: "2026-01-31"',
  'date-time: "2026-01-31T09:30:00-0800"',
  'date-time: "2026-01-31T09:30Z"',
  'date-time: "2026-01-31T25:00"',
  'date-time: "2026-01-31t09:30:00.250z"',
  'date-time: "2026-02-30T09:30"',
  'date: "2023-02-29"',
  'date: "29/02/2024"',
  'multi-select, shape 0: ["r","purple"]',
  'multi-select, shape 1: ["r","purple"]',
  'multi-select, shape 2: ["r","purple"]',
  'multi-select, shape 3: ["r","purple"]',
  'multi-select, unique: ["r","r"]',
  'select of integers: "3"',
  'select whose titles are alike: "One"',
  'select, shape 0: "purple"',
  'select, shape 1: "purple"',
  'select, shape 2: "purple"',
  'select, shape 3: "purple"',
  'select, shape 4: "purple"',
  'select, shape 5: "purple"',
];

/** Inputs that a person cannot produce: the native control has no way to hold them. */
const unreachable = new Set<string>();

let lab: Lab;
let open: LabPage;
let page: Page;
const outcomes: { content?: string; errors?: (string | null)[]; noSubmit?: boolean }[] = [];

/** The options an input of the table names, by number; -1 is none of them. */
function optionsOf(field: FormField, input: FieldInput): number[] {
  if (!("options" in field)) return [];
  return ([input ?? []].flat() as string[]).map((name) => {
    const byValue = field.options.findIndex(({ value }) => String(value) === name);
    const byTitle = field.options.filter(({ title }) => title === name);
    // Of two options that look the same, nobody can choose "the one of that title".
    return byValue < 0 && byTitle.length === 1 ? field.options.indexOf(byTitle[0]!) : byValue;
  });
}

/** Does what the table says with the control on the page, as a person would; false if nobody could. */
async function enter(
  box: Locator,
  field: FormField,
  input: FieldInput,
  alone: boolean,
): Promise<boolean> {
  switch (field.kind) {
    case "boolean":
      await box
        .getByRole("radio")
        .nth(input === undefined ? 2 : input ? 0 : 1)
        .check();
      return true;
    case "select": {
      const [index = -1] = optionsOf(field, input);
      if (index < 0 && input !== undefined && input !== "") return false;
      const count = field.options.length;
      if (count <= (alone ? 15 : 7))
        await box
          .getByRole("radio")
          .nth(index < 0 ? count : index)
          .check();
      else if (count <= 15) await box.locator("select").selectOption(String(index));
      else await box.getByRole("combobox").fill(field.options[index]?.title ?? "");
      return true;
    }
    case "multi-select": {
      const indices = optionsOf(field, input);
      if (indices.includes(-1) || new Set(indices).size < indices.length) return false;
      const boxes = box.getByRole("checkbox");
      if (indices.length > 100) {
        await boxes.evaluateAll((all) => all.forEach((one) => (one as HTMLInputElement).click()));
        return true;
      }
      await boxes.evaluateAll((all) =>
        all.forEach((one) => (one as HTMLInputElement).checked && (one as HTMLElement).click()),
      );
      for (const index of indices) await boxes.nth(index).check();
      return true;
    }
    case "date":
    case "date-time":
      return box.locator("input").evaluate((element, text) => {
        const control = element as HTMLInputElement;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(
          control,
          text,
        );
        control.dispatchEvent(new Event("input", { bubbles: true }));
        return control.value !== "" || text === "";
      }, String(input));
    case "unsupported":
      return false;
    default:
      await box.locator("input, textarea").fill(String(input));
      return true;
  }
}

/** The only field of a question that is answered with one button. */
function loneBoolean(schema: unknown): Extract<FormField, { kind: "boolean" }> | undefined {
  const [field, ...others] = createForm(schema).fields;
  return field?.kind === "boolean" && others.length === 0 ? field : undefined;
}

/** Presses the button of an answer, if there is one. */
async function pressAnswer(article: Locator, answer: FieldInput): Promise<void> {
  const name = answer === undefined ? "No answer" : answer ? "Yes" : "No";
  const button = article.getByRole("button", { name, exact: true });
  if ((await button.count()) > 0) await button.evaluate((one) => (one as HTMLElement).click());
}

async function fillIn({ name, schema, edits }: GoldenCase, article: Locator): Promise<void> {
  const form = createForm(schema);
  const lone = loneBoolean(schema);
  if (lone) {
    const [, last] = edits.at(-1) ?? [lone.name, lone.default];
    return pressAnswer(article, last);
  }
  for (const [of, input] of edits) {
    const index = form.fields.findIndex((field) => field.name === of);
    const box = article.locator('[data-midcall="field"]').nth(index);
    if (!(await enter(box, form.fields[index]!, input, form.fields.length === 1)))
      unreachable.add(name);
  }
}

beforeAll(async () => {
  lab = await openLab({ mode: "production" });
  open = await lab.open({ viewport: { width: 1000, height: 800 } });
  page = open.page;
  // As text, which keeps a member named __proto__.
  await page.evaluate(
    ([schemas, offset]) => window.lab.forms(JSON.parse(schemas) as unknown[], offset),
    [JSON.stringify(TABLE.map(({ schema }) => schema)), GOLDEN_OFFSET] as const,
  );
  await page.getByRole("article").first().waitFor();
});

// Each part has the whole time that a hook may take: they are many forms for one page.
const PART = 20;
for (let start = 0; start < TABLE.length; start += PART) {
  beforeAll(async () => {
    for (const [index, golden] of TABLE.slice(start, start + PART).entries())
      await fillIn(golden, page.getByRole("article").nth(start + index));
  });
}

beforeAll(async () => {
  const articles = page.getByRole("article");
  // All at once, as each waits for a moment before it can be clicked.
  const pressAll = async (selector: string): Promise<void> => {
    await page.waitForFunction(() => !document.querySelector("article button[aria-disabled]"));
    await page
      .locator(selector)
      .evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
  };
  await pressAll('article button[type="submit"]');
  await page.getByRole("heading", { name: "Check your answer" }).last().waitFor();
  await pressAll('article button[data-variant="primary"]:not([type="submit"])');
  const contents = await page.evaluate(() => window.lab.contents as Record<string, string>);
  for (const index of TABLE.keys()) {
    const article = articles.nth(index);
    const errors = await article
      .locator('[data-midcall="summary"] li')
      .evaluateAll((items) => items.map(({ textContent }) => textContent));
    const noSubmit = (await article.locator('button[data-variant="primary"]').count()) === 0;
    outcomes.push({ content: contents[String(index)], errors, noSubmit });
  }
});

afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});

describe("the golden table through React in a real browser", () => {
  it.each(TABLE.map((golden, index) => [golden.name, golden, index] as const))(
    "%s",
    (name, { schema, edits, expected }, index) => {
      const { content, errors, noSubmit } = outcomes[index]!;
      if (unreachable.has(name)) {
        // Nothing wrong can be entered, and so nothing is refused: the value is left as it was.
        const untouched = createForm(schema, { timeZoneOffset: GOLDEN_OFFSET }).submit();
        if (noSubmit) expect(untouched.ok).toBe(false);
        else expect(content).toBe(JSON.stringify(untouched.ok && untouched.content));
        return;
      }
      if ("content" in expected) {
        expect(content).toBe(JSON.stringify(expected.content));
        return;
      }
      expect(content).toBeUndefined();
      // There is no button for an answer that cannot be sent.
      if (loneBoolean(schema)) return;
      if (expected.issues.some(([, code]) => code === "unsupported")) {
        expect(noSubmit).toBe(true);
        return;
      }
      const form = createForm(schema, { timeZoneOffset: GOLDEN_OFFSET });
      for (const [field, input] of edits) form.set(field, input);
      const result = form.submit();
      const wanted = result.ok
        ? []
        : result.issues.map(({ field, message, code }) => {
            const { label, kind } = form.fields.find((one) => one.name === field)!;
            const date = kind.startsWith("date") && code === "format";
            return `${label}: ${date ? "Enter a complete, valid date." : message}`;
          });
      expect(errors).toEqual(wanted);
    },
  );

  it("leaves out only what no native control can hold", () => {
    const names = TABLE.map(({ name }) => name);
    expect([...unreachable].sort()).toEqual(UNREACHABLE.filter((name) => names.includes(name)));
  });

  it("needed no style or script that a strict policy refuses, and nothing of the network", () => {
    // Browsers tell of the dates the table has and a date field cannot have.
    const format = /does not conform to the required format/;
    expect(open.errors.filter((error) => !format.test(error))).toEqual([]);
    expect(open.requests.every((url) => url.startsWith("http://127.0.0.1:"))).toBe(true);
  });
});
