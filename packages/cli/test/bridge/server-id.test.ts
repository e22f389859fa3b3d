import { describe, expect, it } from "vitest";
import { type ServerIdentity, serverIdOf } from "../../src/bridge/desk/server-id.js";

const program: ServerIdentity = {
  target: { kind: "command", command: "npx", args: ["-y", "some-server"] },
  cwd: "/home/ada",
  environment: { TOKEN: "of the account at work", PATH: "/bin" },
  headers: {},
};
const remote: ServerIdentity = {
  target: { kind: "url", url: "https://example.com/mcp" },
  cwd: undefined,
  environment: {},
  headers: { authorization: "Bearer of the account at work" },
};

describe("the server of an answer that is kept", () => {
  it("is the same for the same command and account, in whatever order its variables are", () => {
    const environment = { PATH: "/bin", TOKEN: "of the account at work" };
    expect(serverIdOf({ ...program, environment })).toBe(serverIdOf(program));
  });

  it.each<[string, ServerIdentity, ServerIdentity]>([
    ["account in a variable", program, { ...program, environment: { TOKEN: "at home" } }],
    ["folder", program, { ...program, cwd: "/home/grace" }],
    ["argument", program, { ...program, target: { kind: "command", command: "npx", args: ["x"] } }],
    ["account in a header", remote, { ...remote, headers: { authorization: "Bearer at home" } }],
    ["URL", remote, { ...remote, target: { kind: "url", url: "https://example.org/mcp" } }],
  ])("is another one with another %s", (_, one, other) => {
    expect(serverIdOf(other)).not.toBe(serverIdOf(one));
  });

  it("shows none of its secrets", () => {
    expect(serverIdOf(program)).toMatch(/^[\da-f]{64}$/);
  });
});
