import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ownFolder } from "../../run-midcall.js";
import { createLab, endOf, fixture, startCall } from "../lab.js";

const target = { kind: "command", command: "node", args: [fixture("settings.mjs")] } as const;

it("starts the server of the command line with its settings, and keeps those of a known one", async () => {
  using folder = ownFolder();
  const stateDir = folder.path;
  const cwd = await realpath(folder.path);
  for (const environment of [{ CANARY: "12345678" }, {}] as Record<string, string>[]) {
    const lab = await createLab({ stateDir, target, settings: { environment, headers: {}, cwd } });
    const page = await lab.page();
    const { id } = await page.until(({ servers }) =>
      servers.find(({ state }) => state === "ready"),
    );
    expect(page.state.servers).toHaveLength(1);
    const { parts } = await endOf(page, await startCall(page, id, "where"));
    const told: unknown = JSON.parse((parts[0] as { readonly text: string }).text);
    expect(told).toMatchObject({ cwd, length: 8 });
    await lab.close();
  }
});

it("does not take the same command in another folder for the same server", async () => {
  using folder = ownFolder();
  const stateDir = join(folder.path, "state");
  const relative = { kind: "command", command: "node", args: ["./server.mjs"] } as const;
  const ids = new Set<string>();
  for (const name of ["one", "two"]) {
    const project = join(folder.path, name);
    await mkdir(project);
    const cwd = await realpath(project);
    const code = `import ${JSON.stringify(fixture("settings.mjs"))};\n`;
    await writeFile(join(project, "server.mjs"), code);
    using _ = inFolder(cwd);
    // As the command line has it without --cwd.
    const settings = { environment: {}, headers: {}, cwd: undefined };
    const lab = await createLab({ stateDir, target: relative, settings });
    const page = await lab.page();
    const started = await page.until(({ servers }) =>
      servers.find(({ state }) => state === "ready"),
    );
    expect(started).toMatchObject({ name, cwd });
    ids.add(started.id);
    // Each is started in its own folder, wherever the console is.
    process.chdir(folder.path);
    for (const { id, name: own, state } of page.state.servers) {
      if (state !== "ready") await page.api(`/servers/${id}/connect`, {});
      await page.until(({ servers }) => servers.some((s) => s.id === id && s.state === "ready"));
      const { parts } = await endOf(page, await startCall(page, id, "where"));
      const told: unknown = JSON.parse((parts[0] as { readonly text: string }).text);
      expect(told).toMatchObject({ cwd: join(await realpath(folder.path), own) });
    }
    await lab.close();
  }
  expect(ids.size).toBe(2);
});

it("reads servers of an earlier version, without a folder, and takes none of them for the one here", async () => {
  using folder = ownFolder();
  const stateDir = folder.path;
  const earlier = { id: "a1", name: "Mine", target, protocolVersion: "auto" };
  const first = await createLab({ stateDir, target });
  await first.close();
  const file = join(stateDir, "servers.json");
  const written = await readFile(file, "utf8");
  expect(written).toContain(JSON.stringify(process.cwd()));
  const saved = JSON.parse(written) as { cwd?: string }[];
  expect(saved).toHaveLength(1);
  await writeFile(file, JSON.stringify([earlier]));
  const lab = await createLab({ stateDir, target, name: "Mine" });
  const page = await lab.page();
  expect(page.state.servers.map(({ name, cwd }) => [name, cwd])).toEqual([
    ["Mine", undefined],
    ["Mine 2", process.cwd()],
  ]);
  await lab.close();
});

function inFolder(path: string): Disposable {
  const before = process.cwd();
  process.chdir(path);
  return { [Symbol.dispose]: () => process.chdir(before) };
}
