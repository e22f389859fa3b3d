import { execFile } from "node:child_process";
import { existsSync, statSync, utimesSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { addressIn, createNotingBrowser } from "../../../../test/e2e/noting-browser.js";

const openPage = fileURLToPath(new URL("../../dist/open-page/index.js", import.meta.url));
const URL_OF_LINK = "https://example.com/connect?state=a-secret-of-the-link";

/** Opens a page in a process that ends at once. */
const run = (env: Readonly<Record<string, string>>, over: string): Promise<unknown> => {
  const script = `setInterval(() => {}, 1_000);
const { openPage } = await import(${JSON.stringify(openPage)});
const result = await openPage(${JSON.stringify(URL_OF_LINK)}, { title: "A link"${over} });
process.exit(result === "started" ? 0 : 1);`;
  const words = ["--input-type=module", "-e", script];
  return promisify(execFile)(process.execPath, words, { env: { ...process.env, ...env } });
};

it("a link of which nobody says when it was used is found by a browser that starts slowly, and removed by the next run", async () => {
  using machine = createNotingBrowser();
  await run(machine.env, "");
  const first = await machine.opened();
  expect(first).not.toContain("example.com");
  expect(addressIn(first)).toBe(URL_OF_LINK);
  expect(statSync(first).mode & 0o7777).toBe(0o600);
  expect(statSync(dirname(first)).mode & 0o7777).toBe(0o700);
  const longAgo = new Date(Date.now() - 10 * 60_000);
  utimesSync(dirname(first), longAgo, longAgo);
  await run(machine.env, "");
  expect(existsSync(dirname(first))).toBe(false);
});

it("a link that ends with the process is in no file after its end", async () => {
  using machine = createNotingBrowser();
  await run(machine.env, ", over: new AbortController().signal");
  expect(existsSync(dirname(await machine.opened()))).toBe(false);
});
