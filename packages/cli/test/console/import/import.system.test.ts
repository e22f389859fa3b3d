import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type {
  FoundImports,
  ImportedServers,
  ImportView,
} from "../../../src/console/views/import-types.js";
import { ownFolder } from "../../run-midcall.js";
import { createLab, fixture, type Lab, type Page } from "../lab.js";

let lab: Lab;
let page: Page;
let state: ReturnType<typeof ownFolder>;
beforeEach(async () => {
  state = ownFolder();
  lab = await createLab({ stateDir: state.path });
  page = await lab.page();
});
afterEach(async () => {
  await lab.close();
  state[Symbol.dispose]();
  vi.unstubAllEnvs();
});

const configuration = {
  mcpServers: {
    Mine: {
      command: "node",
      args: [fixture("environment.mjs"), "--api-key", "sk-argument"],
      env: { MINE_API_KEY: "sk-canary-of-the-test", MODE: "plain" },
    },
    Remote: { url: "https://example.com/mcp", headers: { Authorization: "Bearer sk-header" } },
    Open: { url: "http://example.com/mcp", headers: { Authorization: "Bearer sk-header" } },
    Broken: { command: "x", args: ["${input:key}"] },
  },
};
const readText = (text: string): Promise<ImportView> => page.api("/import/read", { text });
const add = (id: string, servers: readonly number[]): Promise<ImportedServers> =>
  page.api("/import/add", { id, servers });

it("shows each server without its secrets, and starts nothing", async () => {
  const view = await readText(JSON.stringify(configuration));
  expect(view.servers).toMatchObject([
    {
      name: "Mine",
      target: { kind: "command", command: "node" },
      environment: [
        { name: "MINE_API_KEY", value: "••••••" },
        { name: "MODE", value: "plain" },
      ],
      known: false,
    },
    { name: "Remote", headers: [{ name: "Authorization", value: "••••••" }] },
    { name: "Open" },
    { name: "Broken", problem: expect.stringContaining("${input:key}") as string },
  ]);
  expect(JSON.stringify(view)).not.toMatch(/sk-/);
  expect(page.state.servers).toEqual([]);
});

it("adds what was chosen, starts it with its variables, and remembers them for this user alone", async () => {
  const { id } = await readText(JSON.stringify(configuration));
  const { added, problems } = await add(id, [0, 1, 2, 3, 9]);
  expect(added.map(({ name }) => name)).toEqual(["Mine", "Remote"]);
  expect(problems).toEqual([expect.stringMatching("Open: Headers are not sent")]);
  const servers = await page.until(({ servers }) => servers.length === 2 && servers);
  expect(servers.map(({ state, headers, environment }) => [state, headers, environment])).toEqual([
    ["idle", [], ["MINE_API_KEY", "MODE"]],
    ["idle", ["Authorization"], []],
  ]);
  const again = await readText(JSON.stringify(configuration));
  expect(again.servers.map(({ known }) => known)).toEqual([true, true, false, false]);
  expect((await add(again.id, [0])).problems).toEqual([expect.stringMatching("already")]);

  const mine = added[0]!.id;
  await page.api(`/servers/${mine}/connect`, {});
  await page.until(({ servers }) => servers.find((one) => one.id === mine)?.state === "ready");
  const { lines } = await page.api<{ lines: string[] }>(`/servers/${mine}/output`);
  expect(lines.join("\n")).toMatch("MODE is plain");
  // It has the key, and what it prints of it is masked.
  expect(lines.join("\n")).toMatch("MINE_API_KEY has 21 characters: ••••••");
  expect(JSON.stringify(page.state)).not.toMatch(/sk-canary|sk-header/);

  await lab.close();
  const file = join(state.path, "environment.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, "utf8")).toMatch("sk-canary");
  expect(await readFile(join(state.path, "servers.json"), "utf8")).not.toMatch("sk-canary");
  lab = await createLab({ stateDir: state.path });
  page = await lab.page();
  expect(page.state.servers[0]!.environment).toEqual(["MINE_API_KEY", "MODE"]);
  await page.api(`/servers/${mine}`, undefined, "DELETE");
  await lab.close();
  expect(await readFile(file, "utf8")).toBe("{}");
});

it("looks for the files of hosts on this computer only when asked to", async () => {
  using home = ownFolder();
  vi.stubEnv("HOME", home.path);
  vi.stubEnv("XDG_CONFIG_HOME", undefined);
  await mkdir(join(home.path, ".cursor"));
  await writeFile(join(home.path, ".cursor/mcp.json"), JSON.stringify(configuration));
  await writeFile(join(home.path, ".claude.json"), "{}");
  const { imports, missing } = await page.api<FoundImports>("/import/found", {});
  const cursor = imports.find(({ source }) => source?.host === "Cursor");
  expect(cursor?.servers.map(({ name }) => name)).toEqual(["Mine", "Remote", "Open", "Broken"]);
  const code = imports.find(({ source }) => source?.host === "Claude Code");
  expect(code?.problem).toBe("There are no servers in it.");
  expect(missing.length).toBeGreaterThan(3);
  expect(JSON.stringify(imports)).not.toMatch(/sk-/);
});

it("says what it cannot read", async () => {
  const toml = await readText('[mcp_servers.files]\ncommand = "npx"');
  expect([toml.servers, toml.problem]).toEqual([[], expect.stringMatching("TOML")]);
  await expect(add("gone", [0])).rejects.toThrow("too old");
});
