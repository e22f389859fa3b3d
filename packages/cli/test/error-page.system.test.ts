import { expect, it } from "vitest";
import { ConsoleError } from "../src/console/errors.js";
import { ConnectError, UsageError } from "../src/errors.js";
import { docsOf, moreAbout } from "../src/error-page.js";
import { midcall } from "./run-midcall.js";

const { docs: connect } = new ConnectError("failed", "No.");
const { docs: usage } = new UsageError("No.");
const { docs: console } = new ConsoleError("No.");

it.each([
  [["call", "tool", "--", "no-such-command"], connect],
  [["call", "--list", "not a url"], usage],
  [["console", "--port", "0", "--no-open", "--state", "/dev/null/x"], console],
])("below the error of %j stands where its page is", async (words, docs) => {
  const { stderr, stdout } = await midcall(words);
  expect(stderr.trimEnd().split("\n").at(-1)).toBe(`More: ${docs}`);
  expect(stdout).toBe("");
});

it("the report for programs is as it was", async () => {
  const { stderr, stdout } = await midcall(["call", "--json", "tool", "--", "no-such-command"]);
  expect(stderr).toContain(`\nMore: ${connect}\n`);
  expect(JSON.parse(stdout)).toMatchObject({
    error: { code: ConnectError.code, message: expect.any(String) as string },
  });
  expect(stdout).not.toContain("docs/errors");
});

it("an error that is not one of midcall's leads nowhere", () => {
  expect(moreAbout(docsOf(new UsageError("No.")))).toEqual([`More: ${usage}`]);
  const foreign = [
    new Error("No."),
    Object.assign(new Error("No."), { code: "ENOENT", docs: "https://example.com/" }),
    { code: -32602 },
    undefined,
  ];
  for (const error of foreign) expect(moreAbout(docsOf(error))).toEqual([]);
});
