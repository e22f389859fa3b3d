import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const page = readFileSync(new URL("../../../../docs/testing.md", import.meta.url), "utf8");
const folder = fileURLToPath(new URL("../../", import.meta.url));

/** Needs the build. */
it("the example in docs/testing.md passes on the built package", async () => {
  const [, code] = /```js\n([^]*?)```/.exec(page) ?? [];
  expect(code).toContain('from "midcall/testing"');
  // vitest marks its own processes in the environment; node:test must not take this one for a child.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const flags = ["--test-reporter=tap", "--input-type=module", "--eval", code!];
  const run = promisify(execFile)(process.execPath, flags, { env, cwd: folder });
  const { stdout } = await run;
  expect(stdout).toContain("# pass 6");
  expect(stdout).toContain("# fail 0");
});
