import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Packed, packPackages, run, usePacked } from "./packed.js";

let packed: Packed;
beforeAll(async () => {
  packed = await packPackages();
});
afterAll(() => packed[Symbol.dispose]());

describe("what npm create midcall creates", () => {
  it.each([
    ["server", "both", "ts"],
    ["server", "both", "js"],
    ["server", "http", "ts"],
    ["server", "stdio", "js"],
    ["react", "both", "ts"],
    ["react", "both", "js"],
    ["terminal", "both", "ts"],
    ["terminal", "both", "js"],
  ])("passes its own test at once: %s, %s, %s", async (kind, transport, language) => {
    const name = `${kind}-${transport}-${language}`;
    const options = ["--kind", kind, "--transport", transport, "--language", language];
    const create = ["exec", "--yes", `--package=${packed.tarball["create-midcall"]}`];
    const said = await run(
      packed.folder,
      "npm",
      ...create,
      "--",
      "create-midcall",
      name,
      ...options,
    );
    expect(said).toContain(`cd ${name}`);
    const project = join(packed.folder, name);
    usePacked(project, packed);
    await run(project, "npm", "install", "--prefer-offline");
    const tested = await run(project, "npm", "test");
    expect(tested).toMatch(/^# fail 0$|Tests.* 1 passed/m);
    if (kind === "react") {
      expect(tested).not.toContain("without a secret");
      await run(project, "npm", "run", "build");
    }
  });
});
