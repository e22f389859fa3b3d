import { expect, it } from "vitest";
import { UsageError } from "../src/errors.js";
import { errorPage, moreAbout } from "../src/error-page.js";
import { midcall } from "./run-midcall.js";

it.each([
  [["call", "tool", "--", "no-such-command"], "ERR_MIDCALL_CLI_CONNECT"],
  [["call", "--list", "not a url"], "ERR_MIDCALL_USAGE"],
  [["console", "--port", "0", "--no-open", "--state", "/dev/null/x"], "ERR_MIDCALL_CONSOLE"],
])("below the error of %j stands where its page is", async (words, code) => {
  const { stderr, stdout } = await midcall(words);
  expect(stderr.trimEnd().split("\n").at(-1)).toBe(`More: ${errorPage(code)}`);
  expect(stdout).toBe("");
});

it("an error without a code of midcall's leads nowhere", () => {
  expect(moreAbout(new UsageError("No."))).toEqual([`More: ${errorPage("ERR_MIDCALL_USAGE")}`]);
  expect(moreAbout(new Error("No."))).toEqual([]);
  expect(moreAbout(Object.assign(new Error("No."), { code: "ENOENT" }))).toEqual([]);
  expect(moreAbout({ code: -32602 })).toEqual([]);
});
