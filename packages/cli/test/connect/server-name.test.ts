import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nameInCommand, nameOfTarget } from "../../src/connect/server-name.js";
import { parseTarget } from "../../src/connect/target.js";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "midcall-name-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const nameOf = (line: string, cwd?: string): string =>
  nameOfTarget(parseTarget(line.split(" ")), cwd);

it.each([
  ["https://example.com:8080/mcp", "example.com:8080"],
  ["node --watch dist/weather.js --root .", "weather.js"],
  ["npx -y @scope/files", "files"],
  ["npx -y @scope/files@2.1.0 --root .", "files"],
  ["uv --directory /srv/one run weather.py", "weather.py"],
  ["deno run -A weather.ts", "weather.ts"],
  ["docker run -i --rm -e TOKEN -v /a:/b mcp/weather", "weather"],
  ["python -m weather", "weather"],
  ["/usr/bin/my-server --flag", "my-server"],
  ["node", "node"],
])("names %j", (line, name) => {
  expect(nameOf(line)).toBe(name);
});

it("names a script with a plain name after its package", () => {
  mkdirSync(join(folder, "tables/dist/src"), { recursive: true });
  writeFileSync(join(folder, "tables/package.json"), JSON.stringify({ name: "@acme/tables" }));
  // A package.json of a build often has only a type.
  writeFileSync(join(folder, "tables/dist/package.json"), JSON.stringify({ type: "module" }));
  expect(nameOf("node dist/src/stdio.js", join(folder, "tables"))).toBe("@acme/tables");
  expect(nameOf(`node ${join(folder, "tables/dist/index.mjs")} --flag`)).toBe("@acme/tables");
  expect(nameInCommand(parseTarget(["node", "dist/src/stdio.js"]))).toBe("stdio.js");
  expect(nameOf("node dist/weather.js", join(folder, "tables"))).toBe("weather.js");
});

it.each(["", "{", "[]", '{"name":""}', '{"name":7}'])(
  "names it after its folder where there is no package: %j",
  (manifest) => {
    mkdirSync(join(folder, "tables/src"), { recursive: true });
    writeFileSync(join(folder, "tables/package.json"), manifest);
    expect(nameOf("python src/server.py", join(folder, "tables"))).toBe("tables");
  },
);
