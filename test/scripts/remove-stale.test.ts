import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { removeStale } from "../../scripts/remove-stale.mjs";

const folder = mkdtempSync(join(tmpdir(), "midcall-stale-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("removes what was compiled from a source that is gone, and nothing else", () => {
  const write = (...paths: string[]): void => {
    for (const path of paths) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), "");
    }
  };
  write("src/a.ts", "src/b.tsx", "src/theme.css", "src/moved/moved.ts");
  const kept = ["a.js", "a.d.ts", "b.js", "theme.css", "theme.css.d.ts", "moved/moved.js"];
  const alien = ["app/view.js", "web/assets/chunk.js", ".tsbuildinfo"];
  const stale = ["gone.js", "gone.d.ts", "moved.js"];
  write(...[...kept, ...alien, ...stale].map((path) => `dist/${path}`));
  const removed = removeStale(join(folder, "dist"), join(folder, "src"));
  expect(removed.sort()).toEqual(stale.map((path) => join(folder, "dist", path)).sort());
  for (const path of [...kept, ...alien]) expect(existsSync(join(folder, "dist", path))).toBe(true);
});
