import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { midcall, ownFolder, RAW_SERVER } from "../run-midcall.js";

const TOKEN = "canary-7c0ffee";
const elicitation = createElicitation({ secret: "a secret of thirty-two bytes, at least" });
const methods = new Set<string>();
let http: Server;
let url: string;

/** A server that wants a token with every request, and repeats a wrong one. */
beforeAll(async () => {
  const handler = elicitation.createHandler(() => {
    const server = elicitation.attach(new McpServer({ name: "guarded", version: "1.0.0" }));
    const ask = elicitation.handler(async (ctx) => {
      const { action } = await ctx.elicit("Go on?", ["yes", "no"]);
      return { content: [{ type: "text" as const, text: action }] };
    });
    server.registerTool("ask", {}, ask);
    return server;
  });
  const answer = (request: Request): Response | Promise<Response> => {
    methods.add(request.method);
    const given = request.headers.get("authorization");
    if (new URL(request.url).pathname === "/broken") {
      return Response.json({ error: `What is ${given}?` }, { status: 400 });
    }
    if (given !== `Bearer ${TOKEN}`) return new Response(`Not ${given}`, { status: 401 });
    return handler.fetch(request);
  };
  http = createServer(getRequestListener(answer));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
});
afterAll(() => {
  http.closeAllConnections();
  http.close();
});

describe.each(["2025-06-18", "2025-11-25", "2026-07-28", "auto"])(
  "--header on %s",
  (protocolVersion) => {
    it("goes with every request of a call", async () => {
      using folder = ownFolder();
      const answers = folder.write("a.json", [{ message: "Go on?", content: { value: "yes" } }]);
      const words = ["--header", `@${folder.write("h.txt", `Authorization: Bearer ${TOKEN}\n`)}`];
      const run = [
        "call",
        "--protocol-version",
        protocolVersion,
        "--json",
        "--verbose",
        "--answers",
        answers,
      ];
      const { code, stdout, stderr } = await midcall([...run, ...words, "ask", url]);
      expect(JSON.parse(stdout)).toMatchObject({
        result: { content: [{ text: "accept" }] },
        questions: [{ message: "Go on?", action: "accept" }],
      });
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).not.toContain(TOKEN);
      expect(methods).toContain("POST");
    });

    it("goes with --list, and what is wrong is told without it", async () => {
      const list = (...words: string[]) =>
        midcall(["call", "--protocol-version", protocolVersion, "--list", ...words]);
      const good = await list(
        "--header",
        `Authorization: Bearer ${TOKEN}`,
        "--header",
        "X-A: 1",
        url,
      );
      expect([good.code, good.stdout]).toEqual([0, "ask\n"]);
      const none = await list(url);
      expect(none.code).toBe(1);
      expect(none.stderr).toContain("requires authentication (HTTP 401). Pass --header @FILE");
      const wrong = await list("--header", "Authorization: Bearer canary-wrong", url);
      expect(wrong.stderr).toContain("rejected these headers (HTTP 401)");
      const broken = await list(
        ...["--header", "Authorization: Bearer canary-wrong", url.replace("/mcp", "/broken")],
      );
      expect(broken.code).toBe(1);
      expect(wrong.stderr + broken.stderr).not.toContain("canary");
    });
  },
);

it.each<[words: string[], says: string]>([
  [
    ["--header", "X: 1", "--list", "--", ...RAW_SERVER],
    "--header: Headers can only be sent to a URL.",
  ],
  [["--header", "Authorization:", "Bearer", "x", "https://example.com/"], "has no value."],
  [
    ["--header", "Authorization: canary-1", "--list", "http://example.com/mcp"],
    "--header: Headers are not sent to example.com over http, where others on the network could read them",
  ],
  [["--header", "canary-1", "--list", "https://example.com/"], "this one has no colon."],
])("%j is refused with 2", async (words, says) => {
  const { code, stdout, stderr } = await midcall(["call", ...words]);
  expect(stderr).toContain(says);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).not.toContain("canary");
});
