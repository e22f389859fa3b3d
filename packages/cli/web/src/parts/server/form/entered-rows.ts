import type { EnteredValues } from "../../../../../src/console/views/api-types.js";
import { t } from "../../../messages/text.js";

/** A variable or header in the form. */
export interface EnteredRow {
  /** Identifies the row. */
  readonly key: number;
  readonly name: string;
  /** `undefined` while the console keeps its value. */
  readonly value: string | undefined;
}

let lastKey = 0;

/** An empty row, or one with a name. */
export const newRow = (name = ""): EnteredRow => ({ key: ++lastKey, name, value: "" });

/** Rows whose values the console keeps. */
export const keptRows = (names: readonly string[]): readonly EnteredRow[] =>
  names.map((name) => ({ ...newRow(name), value: undefined }));

/**
 * The rows as they are sent; empty ones are left out.
 *
 * @param what - such as `variable`, for messages
 * @param needsValue - whether a row without a value counts as empty
 * @throws Error that says what to correct
 */
export function valuesOf(
  rows: readonly EnteredRow[],
  what: string,
  needsValue: boolean,
): EnteredValues {
  const values = new Map<string, string | null>();
  for (const { name: entered, value } of rows) {
    const name = entered.trim();
    if (value !== undefined && (value === "" ? needsValue || name === "" : false)) continue;
    if (name === "") throw new Error(t("Enter the name of each {0}.", what));
    if (values.has(name)) throw new Error(t("The {0} {1} is there twice.", what, name));
    values.set(name, value ?? null);
  }
  return Object.fromEntries(values);
}
