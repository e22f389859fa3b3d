import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "create-midcall-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function create(words: string[], agent = "npm/11.0.0"): Promise<Ended> {
  const env = { ...process.env, npm_config_user_agent: agent };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...words], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

describe("the command line", () => {
  it("explains itself", async () => {
    expect(await create(["--help"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("npm create midcall@latest") as string,
    });
    expect(await create(["--kind", "x"])).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("a project", () => {
  it("is created with what comes first, where nobody can be asked", async () => {
    const { code, stdout } = await create([], "pnpm/10.0.0 npm/? node/v20");
    expect(code).toBe(0);
    expect(stdout).toContain("Created my-server in my-server.");
    expect(stdout).toContain("pnpm install");
    const files = readdirSync(join(folder, "my-server"), { recursive: true }).map(String).sort();
    expect(files).toEqual([
      ".gitignore",
      "README.md",
      "package.json",
      "src",
      "src/http.ts",
      "src/server.ts",
      "src/stdio.ts",
      "test",
      "test/server.test.ts",
      "tsconfig.json",
    ]);
  });

  it("is a page that loads nothing that is not there", async () => {
    expect(await create(["host", "--kind", "react", "--language", "js"])).toMatchObject({
      code: 0,
    });
    const page = readFileSync(join(folder, "host/index.html"), "utf8");
    const loaded = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address!);
    // Without an icon of its own, a browser asks for /favicon.ico.
    expect(page).toContain('<link rel="icon" href="data:,"');
    const files = readdirSync(join(folder, "host"), { recursive: true }).map(String);
    for (const address of loaded)
      expect(address === "data:," || files.includes(address.slice(1))).toBe(true);
  });

  it("replaces nothing in a folder that is not empty", async () => {
    mkdirSync(join(folder, "mine"));
    writeFileSync(join(folder, "mine/notes.txt"), "mine");
    const { code, stderr } = await create(["mine"]);
    expect(code).toBe(2);
    expect(stderr).toContain("not empty (it contains notes.txt)");
    expect(readdirSync(join(folder, "mine"))).toEqual(["notes.txt"]);
  });
});
