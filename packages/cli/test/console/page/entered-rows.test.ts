import { expect, it } from "vitest";
import { keptRows, newRow, valuesOf } from "../../../web/src/parts/server/form/entered-rows.js";
import { newOptions, optionsBody } from "../../../web/src/parts/server/form/server-options.js";

it("sends what was entered, and keeps what the page does not know", () => {
  const rows = [
    ...keptRows(["KEY"]),
    { ...newRow(" STAGE "), value: "a" },
    newRow("EMPTY"),
    newRow(),
  ];
  expect(valuesOf(rows, "variable", false)).toEqual({ KEY: null, STAGE: "a", EMPTY: "" });
  // A header without a value is not sent.
  expect(valuesOf(rows, "header", true)).toEqual({ KEY: null, STAGE: "a" });
});

it("says what is wrong before anything is sent", () => {
  const twice = [...keptRows(["KEY"]), { ...newRow("KEY"), value: "b" }];
  expect(() => valuesOf(twice, "variable", false)).toThrow("The variable KEY is there twice.");
  expect(() => valuesOf([{ ...newRow(), value: "b" }], "header", true)).toThrow("Enter the name");
  expect(() => optionsBody({ ...newOptions(), timeout: "soon" }, true)).toThrow(
    "number of seconds",
  );
});

it("sends headers for a URL, and variables and a directory for a command", () => {
  const options = { ...newOptions(), cwd: "/a", timeout: "1.5" };
  expect(optionsBody(options, true)).toEqual({ headers: {}, timeout: 1.5 });
  expect(optionsBody(options, false)).toEqual({ environment: {}, cwd: "/a", timeout: 1.5 });
  expect(optionsBody({ ...options, timeout: " " }, true).timeout).toBeNull();
});
