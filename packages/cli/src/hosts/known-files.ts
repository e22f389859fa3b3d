import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** A configuration file that a host may have on this computer. */
export interface KnownFile {
  readonly host: string;
  readonly path: string;
}

/** What the paths depend on. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** The working folder, whose project may have a configuration of its own. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The configuration files of known hosts on a platform, whether they exist or not. */
export async function knownFiles(around: Surroundings): Promise<readonly KnownFile[]> {
  const { platform, home, folder, env } = around;
  const roaming = env["APPDATA"] ?? join(home, "AppData", "Roaming");
  const support =
    platform === "darwin"
      ? join(home, "Library", "Application Support")
      : platform === "win32"
        ? roaming
        : (env["XDG_CONFIG_HOME"] ?? join(home, ".config"));
  const zed = platform === "win32" ? join(roaming, "Zed") : join(home, ".config", "zed");
  const desktop = "claude_desktop_config.json";
  return [
    ...(platform === "win32" ? await storeApps(around, desktop) : []),
    { host: "Claude Desktop", path: join(support, "Claude", desktop) },
    { host: "Claude Code", path: join(home, ".claude.json") },
    { host: "Claude Code or Copilot, this folder", path: join(folder, ".mcp.json") },
    { host: "VS Code", path: join(support, "Code", "User", "mcp.json") },
    { host: "VS Code, this folder", path: join(folder, ".vscode", "mcp.json") },
    { host: "Copilot", path: join(home, ".copilot", "mcp-config.json") },
    { host: "Cursor", path: join(home, ".cursor", "mcp.json") },
    { host: "Cursor, this folder", path: join(folder, ".cursor", "mcp.json") },
    { host: "Zed", path: join(zed, "settings.json") },
    { host: "Zed, this folder", path: join(folder, ".zed", "settings.json") },
  ];
}

/** Claude Desktop from the Microsoft Store has a folder of its own. */
async function storeApps({ home, env }: Surroundings, name: string): Promise<KnownFile[]> {
  const packages = join(env["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "Packages");
  const folders = await readdir(packages).catch(() => []);
  return folders
    .filter((one) => one.startsWith("Claude_"))
    .map((one) => ({
      host: "Claude Desktop",
      path: join(packages, one, "LocalCache", "Roaming", "Claude", name),
    }));
}

const LARGEST = 16 * 1024 * 1024;

/** The text of a file; `undefined` if there is none, or it is not an ordinary file of a reasonable size. */
export async function readKnownFile(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() && found.size <= LARGEST ? await readFile(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** The files of hosts whose configuration is not JSON, which midcall reads no further. */
export function otherFormatFiles({ home, platform, env }: Surroundings): readonly KnownFile[] {
  const codex = env["CODEX_HOME"] ?? join(home, ".codex");
  const roaming = env["APPDATA"] ?? join(home, "AppData", "Roaming");
  const goose =
    platform === "win32"
      ? join(roaming, "Block", "goose", "config")
      : join(home, ".config", "goose");
  return [
    { host: "Codex", path: join(codex, "config.toml") },
    { host: "Goose", path: join(goose, "config.yaml") },
  ];
}
