import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const fixture = fileURLToPath(new URL("./node-test.fixture.mjs", import.meta.url));

/** Needs the build. */
it("the built package works under node:test, and lets the process end", async () => {
  // vitest marks its own processes in the environment; node:test must not take this one for a child.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const flags = ["--test", "--test-reporter=tap", fixture];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { env });
  expect(stdout).toContain("# pass 3");
  expect(stdout).toContain("# fail 0");
});
