import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseJsonc } from "../../src/console/import/parse-jsonc.js";
import { readConfigFile, replaceConfigFile } from "../../src/wrap/config-file.js";
import { type Finished, midcall, startMidcall } from "../run-midcall.js";
import { scaled } from "../../../../test/night.js";
import { CONFIGURATIONS } from "./configurations.js";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "midcall-wrap-"));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const at = (...names: string[]): string => join(home, ...names);
function write(name: string, text: string): string {
  mkdirSync(join(at(name), ".."), { recursive: true });
  writeFileSync(at(name), text);
  return at(name);
}
const read = (path: string): string => readFileSync(path, "utf8");
const own = (): NodeJS.ProcessEnv => ({
  HOME: home,
  XDG_CONFIG_HOME: at(".config"),
  CODEX_HOME: at(".codex"),
});
const run = (...words: string[]): Promise<Finished> =>
  midcall([...words, "--state", at("state")], { env: own() });

const before = CONFIGURATIONS["VS Code"]!;

it("says that there is no configuration", async () => {
  for (const words of [
    ["wrap", "--yes"],
    ["wrap", "--print"],
    ["unwrap", "--yes"],
  ]) {
    const { code, stderr } = await run(...words);
    expect(stderr).toContain("No MCP configuration of a host was found. Name a file with --file.");
    expect(code).toBe(0);
  }
});

it("wraps every host of the machine, and unwraps it byte for byte", async () => {
  const files = {
    "Claude Desktop": write(
      ".config/Claude/claude_desktop_config.json",
      CONFIGURATIONS["Claude Desktop"]!,
    ),
    "Claude Code": write(".claude.json", CONFIGURATIONS["Claude Code"]!),
    "VS Code": write(".config/Code/User/mcp.json", before),
    Copilot: write(".copilot/mcp-config.json", CONFIGURATIONS["Copilot"]!),
    Cursor: write(".cursor/mcp.json", CONFIGURATIONS["Cursor"]!),
    Zed: write(".config/zed/settings.json", CONFIGURATIONS["Zed"]!),
  };
  write(".codex/config.toml", '[mcp_servers.a]\ncommand = "x"\n');
  write(".config/goose/config.yaml", "extensions: {}\n");
  const { code, stdout } = await run("wrap", "--yes");
  expect(code).toBe(0);
  expect(stdout).toContain("[mcp_servers.NAME]");
  expect(stdout).toContain("NAME under extensions");
  expect(stdout).not.toContain("t0ken");
  for (const [host, path] of Object.entries(files)) {
    expect(stdout).toContain(`${host}: ${path} was written.`);
    expect(read(path)).toContain('"bridge"');
  }
  expect((await run("wrap", "--yes")).stdout).toContain("There is nothing to wrap.");
  expect((await run("unwrap", "--yes")).code).toBe(0);
  for (const [host, path] of Object.entries(files)) expect(read(path)).toBe(CONFIGURATIONS[host]);
});

describe("one file", () => {
  it("is printed with --print, and nothing is written", async () => {
    const path = write("mcp.json", before);
    const { code, stdout } = await run("wrap", "--print", "--server", "files", "--file", path);
    expect(code).toBe(0);
    expect(stdout).toContain('"bridge", "--name", "files", "--", "uvx", ');
    expect(read(path)).toBe(before);
    expect(readdirSync(home)).toEqual(["mcp.json"]);
  });

  it("is not written without a terminal or --yes", async () => {
    const path = write("mcp.json", before);
    const { code, stderr } = await run("wrap", "--file", path);
    expect([code, read(path)]).toEqual([2, before]);
    expect(stderr).toContain("Pass --yes");
  });

  it("keeps its mode and its symlink, and is copied for the user only", async () => {
    const path = write("real.json", before);
    chmodSync(path, 0o640);
    symlinkSync("real.json", at("link.json"));
    const { stdout } = await run("wrap", "--yes", "--file", at("link.json"));
    expect(lstatSync(at("link.json")).isSymbolicLink()).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(read(path)).toContain('"bridge"');
    const copy = /As it was before: (.+)/.exec(stdout)![1]!;
    expect([read(copy), statSync(copy).mode & 0o777]).toEqual([before, 0o600]);
  });

  it.each([
    ["missing", undefined, 0o644, "there is no such file"],
    ["broken", '{"servers": {', 0o644, "it is not JSON: there is a mistake in line 1"],
    ["not UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), 0o644, "it is not UTF-8"],
    ["read-only", before, 0o444, "it is read-only"],
  ])("is left as it is when it is %s", async (_what, content, mode, message) => {
    if (content !== undefined) writeFileSync(at("mcp.json"), content, { mode });
    const { code, stderr } = await run("wrap", "--yes", "--file", at("mcp.json"));
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    if (content !== undefined) expect(readFileSync(at("mcp.json"))).toEqual(Buffer.from(content));
  });

  it("names a server that is not there", async () => {
    const path = write("mcp.json", before);
    const { code, stderr } = await run("wrap", "--yes", "--file", path, "--server", "other");
    expect([code, read(path)]).toEqual([1, before]);
    expect(stderr).toContain('No server is named "other"');
  });

  it("is not overwritten when another program has changed it since it was read", async () => {
    const path = write("mcp.json", before);
    const file = (await readConfigFile(path))!;
    write("mcp.json", `${before}\n`);
    await expect(replaceConfigFile(file, "{}")).rejects.toThrow("was changed by another program");
    expect(read(path)).toBe(`${before}\n`);
    expect(readdirSync(home)).toEqual(["mcp.json"]);
  });

  it("is wrapped once by two runs at the same time", async () => {
    const path = write("mcp.json", before);
    const both = await Promise.all([1, 2].map(() => run("wrap", "--yes", "--file", path)));
    expect(both.some(({ code }) => code === 0)).toBe(true);
    for (const { code, stderr } of both) {
      if (code !== 0) expect(stderr).toContain("was changed by another program");
    }
    expect(read(path).match(/"bridge"/g)).toHaveLength(2);
    expect((await run("unwrap", "--yes", "--file", path)).code).toBe(0);
    expect(read(path)).toBe(before);
  });

  it("is the old or the new one, whole, whenever a run is killed", async () => {
    const filler = JSON.stringify("x".repeat(4_000_000));
    const text = `{"filler": ${filler}, "servers": {"a": {"command": "x", "args": ["y"]}}}`;
    const path = write("mcp.json", text);
    await run("wrap", "--yes", "--file", path);
    const wrapped = read(path);
    const seen = new Set<string>();
    for (let round = 0; round < scaled(4, 12); round++) {
      write("mcp.json", text);
      using midcallRun = startMidcall(["wrap", "--yes", "--file", path, "--state", at("state")], {
        env: own(),
      });
      // From the first draft beside the file on, in which it is being written.
      while (round % 2 === 0 && midcallRun.child.exitCode === null) {
        if (readdirSync(home).some((name) => name.startsWith(".mcp.json."))) break;
        await new Promise((done) => setImmediate(done));
      }
      if (round % 2 === 1) await new Promise((done) => setTimeout(done, round * 60));
      midcallRun.child.kill("SIGKILL");
      await midcallRun.ended;
      const now = read(path);
      expect([text, wrapped].includes(now)).toBe(true);
      seen.add(now === text ? "old" : "new");
      expect(() => parseJsonc(now)).not.toThrow();
    }
    expect(seen.size).toBeGreaterThan(0);
    // The next run takes over the lock, and removes what was left.
    if (read(path) === text) await run("wrap", "--yes", "--file", path);
    expect((await run("unwrap", "--yes", "--file", path)).code).toBe(0);
    expect(read(path)).toBe(text);
    expect(readdirSync(home).sort()).toEqual(["mcp.json", "state"]);
  });
});
