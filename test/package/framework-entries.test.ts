import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const dist = fileURLToPath(new URL("../../packages/midcall/dist/", import.meta.url));

/** At the start of a line, so that examples in comments do not count; a dynamic one anywhere. */
const IMPORTS =
  /^(?:import|export)\b[^;]*?\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm;

/** The packages and built-ins that a built file loads, with all it imports. */
async function loadedBy(entry: string, extension: ".js" | ".d.ts"): Promise<string[]> {
  const files = new Set([join(dist, `${entry}${extension}`)]);
  const packages = new Set<string>();
  for (const file of files) {
    const code = await readFile(file, "utf8");
    for (const [, from, bare, dynamic] of code.matchAll(IMPORTS)) {
      const name = from ?? bare ?? dynamic;
      if (!name!.startsWith(".")) packages.add(name!);
      else files.add(join(dirname(file), name!.replace(/\.js$/, extension)));
    }
  }
  expect(files.size).toBeGreaterThan(entry.startsWith("server/") ? 20 : 1);
  return [...packages].filter((name) => !name.startsWith("node:")).sort();
}

it.each(["sdk-v1", "fastmcp", "mcp-use"])(
  "midcall/server/%s loads no package that midcall does not bring, so that it needs only the framework of the server",
  async (entry) => {
    const { dependencies } = JSON.parse(await readFile(join(dist, "../package.json"), "utf8")) as {
      dependencies: object;
    };
    const packages = await loadedBy(`server/${entry}/index`, ".js");
    expect(packages.filter((name) => !(name in dependencies))).toEqual([]);
  },
);

it.each(["sdk-v1", "ai-sdk", "mastra", "langchain", "openai-agents", "claude-agent"])(
  "midcall/integrations/%s loads no package, so that it needs only the client library of the host",
  async (entry) => {
    expect(await loadedBy(`integrations/${entry}/index`, ".js")).toEqual([]);
  },
);

it.each([
  ["sdk-v1", /^(@modelcontextprotocol\/sdk\/|@standard-schema\/spec$)/],
  ["fastmcp", /^(@modelcontextprotocol\/sdk\/|@standard-schema\/spec$)/],
  ["mcp-use", /^@standard-schema\/spec$/],
])("the types of midcall/server/%s need no other SDK", async (entry, needed) => {
  const packages = await loadedBy(`server/${entry}/index`, ".d.ts");
  expect(packages.filter((name) => !needed.test(name))).toEqual([]);
});
