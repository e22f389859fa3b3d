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

/** The scripts that the page needs for its first paint: those that it names, and what they import statically. */
function firstScripts(): Set<string> {
  const found = new Set<string>();
  const add = (text: string, pattern: RegExp): void => {
    for (const [, name] of text.matchAll(pattern)) {
      if (name === undefined || found.has(name)) continue;
      found.add(name);
      add(files.get(name)!, /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g);
    }
  };
  add(files.get("index.html")!, /(?:src|href)="\/assets\/([\w.-]+\.js)"/g);
  return found;
}

it("is at most 150 KB of script, compressed, for its first paint", () => {
  const scripts = [...firstScripts()];
  const bytes = scripts.reduce((sum, name) => sum + gzipSync(files.get(name)!).length, 0);
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
