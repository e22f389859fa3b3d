import { expect, it } from "vitest";
import { parseTarget, splitCommandLine } from "../../src/connect/target.js";
import { UsageError } from "../../src/errors.js";

it.each([
  ["greet name=a -- node server.js -- x", ["greet", "name=a"], ["node", "server.js", "--", "x"]],
  ["--list https://example.com/mcp", ["--list"], ["https://example.com/mcp"]],
  ["fetch url=https://example.com/mcp", ["fetch", "url=https://example.com/mcp"], []],
  ["https://a.example/ -- node s.js", ["https://a.example/"], ["node", "s.js"]],
  ["greet --", ["greet"], []],
])("divides %j", (line, own, server) => {
  expect(splitCommandLine(line.split(" "))).toEqual({ own, server });
});

it("reads a command or a URL", () => {
  expect(parseTarget(["node", "s.js"])).toEqual({
    kind: "command",
    command: "node",
    args: ["s.js"],
  });
  expect(parseTarget(["HTTP://Localhost:80/mcp"])).toEqual({
    kind: "url",
    url: "http://localhost/mcp",
  });
  for (const words of [[], [""], ["https://example.com", "x"]]) {
    expect(() => parseTarget(words)).toThrow(UsageError);
  }
});
