import { request } from "node:http";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createTestHost, protocolVersions } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { isNight } from "../night.js";
import { built, ownTemp, start } from "./built.js";

const tools: Readonly<Record<string, readonly string[]>> = {
  "schedule-standup": ["schedule_standup"],
  "clean-up": ["clean_up"],
  "push-to-repository": ["push_to_repository"],
  "plan-project": ["plan_project"],
  "every-field": ["every_field"],
  "link-account": ["link_account"],
  "relay-in-text": ["save_note", "save_note_in"],
  all: [
    "schedule_standup",
    "clean_up",
    "push_to_repository",
    "plan_project",
    "every_field",
    "link_account",
    "save_note",
    "save_note_in",
  ],
};

/** What differs between the versions is the library's; at night every example is tried with each. */
const versionsOf = (name: string): readonly (typeof protocolVersions)[number][] =>
  isNight || name === "all" ? protocolVersions : ["2026-07-28"];

/** How an example is started is the same in all; at night each is tried in every way. */
const isWhole = (name: string): boolean => isNight || name === "all" || name === "every-field";

describe.each(Object.entries(tools))("the example %s, alone", (name, expected) => {
  it("lists its tools on stdio, on every protocol version", async () => {
    using temp = ownTemp();
    for (const protocolVersion of versionsOf(name)) {
      const connection = new StdioClientTransport({
        command: process.execPath,
        args: [built(`${name}.js`), "--root", temp.path],
      });
      await using host = await createTestHost({ protocolVersion, connection });
      expect((await host.listTools()).map((tool) => tool.name)).toEqual(expected);
    }
  });

  if (isWhole(name))
    it("lists its tools over HTTP, on every protocol version, and ends on Ctrl-C", async () => {
      using temp = ownTemp();
      using server = start(`${name}.js`, ["--http", "--root", temp.path]);
      const [, url = ""] = await server.says(/listens on (\S+)/);
      for (const protocolVersion of versionsOf(name)) {
        await using host = await createTestHost({
          protocolVersion,
          connection: new StreamableHTTPClientTransport(new URL(url)),
        });
        expect((await host.listTools()).map((tool) => tool.name)).toEqual(expected);
      }
      server.child.kill("SIGINT");
      expect(await server.ended).toBe(0);
      expect(server.stdout()).toBe("");
    });

  if (isWhole(name))
    it("says how it is used", async () => {
      using help = start(`${name}.js`, ["--help"]);
      expect(await help.ended).toBe(0);
      expect(help.stdout()).toContain(`node examples/dist/${name}.js [options]`);
    });
});

it("turns away requests that a web page elsewhere made a browser send", async () => {
  using server = start("every-field.js", ["--http"]);
  const [, url = ""] = await server.says(/listens on (\S+)/);
  const status = (headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
      request(
        url,
        { method: "POST", headers: { "content-type": "application/json", ...headers } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .once("error", reject)
        .end(body);
    });
  expect(await status({ host: "attacker.example" })).toBe(403);
  expect(await status({ origin: "https://attacker.example" })).toBe(403);
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
});

it("keeps clean_up inside its directory", async () => {
  using temp = ownTemp();
  const connection = new StdioClientTransport({
    command: process.execPath,
    args: [built("clean-up.js"), "--root", temp.path],
  });
  await using host = await createTestHost({ protocolVersion: "2025-11-25", connection });
  const result = await host.callTool("clean_up", { directory: ".." });
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: ".. is outside the working directory." }],
  });
  expect(host.questions).toEqual([]);
});

it.each([
  [["--port", "70000"], "--port must be a number from 0 to 65535, not 70000."],
  [["--root", "/no/such/directory"], "--root must be an existing directory, not"],
  [["--timeout", "soon"], "--timeout must be a number of seconds, not soon."],
])("explains wrong options: %j", async (args, message) => {
  using server = start("all.js", args);
  expect(await server.ended).toBe(2);
  expect(server.stderr()).toContain(message);
});

it("explains a secret that is too short", async () => {
  using server = start("all.js", ["--http"], { MIDCALL_SECRET: "short" });
  expect(await server.ended).toBe(2);
  expect(server.stderr()).toContain("secret must have at least 32 bytes, not 5.");
});
