import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalVault } from "midcall/vault/file";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scaled, seed } from "../night.js";
import { start } from "./processes.js";
import { createRandom } from "./random.mjs";
import { linesOf } from "./suites.js";

const scope = { principal: "local", server: "invoices" };
let folder: string;
let made = 0;
const newFolder = (): string => join(folder, String(++made), "vault");
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "midcall-local-vault-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const KILLS = scaled(5, 30);

describe("localVault in several processes", () => {
  it("is one vault, also when all begin at once", async () => {
    const directory = newFolder();
    const [processes, count] = [scaled(4, 8), scaled(8, 20)];
    const workers = Array.from({ length: processes }, (_, worker) =>
      start(process.execPath, "local-vault-worker.mjs", { directory, worker, count }),
    );
    await Promise.all(workers.map(({ done }) => done));
    const vault = createLocalVault({ directory });
    const names = (await vault.list(scope)).map(({ name }) => name);
    expect(names).toHaveLength(processes * count + 1);
    for (const name of names.filter((each) => each !== "shared"))
      expect((await vault.get({ ...scope, name }))?.reveal()).toBe(`of ${name}`);
    const last = new RegExp(`^by \\d ${count - 1}$`);
    expect((await vault.get({ ...scope, name: "shared" }))?.reveal()).toMatch(last);
    const files = await readdir(join(directory, "records"));
    expect(files.filter((file) => !/^[0-9a-f]{64}\.record$/.test(file))).toEqual([]);
    expect((await readdir(directory)).sort()).toEqual(["keys", "records"]);
  });

  it(`loses nothing that was acknowledged to SIGKILL, at ${KILLS} random moments (seed ${seed})`, async () => {
    const random = createRandom(seed);
    const directory = newFolder();
    const acknowledged: string[] = [];
    for (let worker = 0; worker < KILLS; worker++) {
      const writer = start(process.execPath, "local-vault-worker.mjs", {
        ...{ directory, worker, count: 1_000_000 },
      });
      await linesOf(writer, 1 + random(8));
      // Anywhere in what it is writing now.
      await new Promise((resolve) => setTimeout(resolve, random(10)));
      await writer.kill();
      // A line that was cut was not acknowledged.
      acknowledged.push(...writer.output().split("\n").slice(0, -1));
    }
    const vault = createLocalVault({ directory });
    for (const name of acknowledged)
      expect((await vault.get({ ...scope, name }))?.reveal()).toBe(`of ${name}`);
    const listed = new Set((await vault.list(scope)).map(({ name }) => name));
    expect(acknowledged.filter((name) => !listed.has(name))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS);
  });
});
