import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildPage } from "./build-page.js";

let outDir: string;
const files = new Map<string, string>();
beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), "midcall-page-"));
  await buildPage(outDir);
  for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files.set(entry.name, await readFile(join(entry.parentPath, entry.name), "utf8"));
  }
}, 60_000);
afterAll(() => rm(outDir, { recursive: true, force: true }));

it("is at most 150 KB of script, compressed", () => {
  const scripts = [...files].filter(([name]) => name.endsWith(".js"));
  const bytes = scripts.reduce((sum, [, text]) => sum + gzipSync(text).length, 0);
  expect(scripts.length).toBeGreaterThan(0);
  expect(bytes).toBeGreaterThan(60_000);
  expect(bytes).toBeLessThan(150_000);
});

it("has nothing inline and nothing from elsewhere", () => {
  const page = files.get("index.html")!;
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script>|javascript:|https?:/);
  expect(page.match(/<script[^>]*>/g)).toEqual([expect.stringMatching(/src="\/assets\//)]);
  for (const [name, text] of files) {
    if (name.endsWith(".css")) expect(text).not.toMatch(/url\(|@import|https?:/);
    if (name.endsWith(".js")) expect(text).not.toMatch(/new Function|\beval\(/);
  }
});
