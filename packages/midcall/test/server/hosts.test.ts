import { createMcpHandler, UrlElicitationRequiredError } from "@modelcontextprotocol/server";
import type { ElicitationContext } from "midcall/server";
import {
  accept,
  after,
  cancel,
  decline,
  hostError,
  rawResult,
  syntheticDecline,
} from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLab, protocolVersions, said, tryOut, wires } from "./lab.js";

const PREFIX = "io.modelcontextprotocol/";
const LINK = "https://example.com/connect";
const ask = (ctx: ElicitationContext, options = {}): Promise<unknown> =>
  ctx.elicit("Go?", ["yes", "no"], options);
const askUrl = (ctx: ElicitationContext, options = {}): Promise<unknown> =>
  ctx.elicit("Open it?", LINK, options);
const yes = (): ReturnType<typeof accept> => accept({ value: "yes" });

/** One raw request; no session, so on 2025 nothing is known of the host. */
async function raw(
  fetch: (request: Request) => Response | Promise<Response>,
  protocolVersion: string,
  capabilities?: object,
): Promise<{
  status: number;
  body: {
    error?: { code: number; message: string; data?: unknown };
    result?: { isError?: boolean; content: { text: string }[] };
  };
}> {
  const _meta = {
    [`${PREFIX}protocolVersion`]: protocolVersion,
    [`${PREFIX}clientInfo`]: { name: "raw", version: "1" },
    [`${PREFIX}clientCapabilities`]: capabilities,
  };
  const params = { name: "run", arguments: {}, ...(capabilities && { _meta }) };
  const response = await fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": protocolVersion,
        ...(capabilities && { "mcp-method": "tools/call", "mcp-name": "run" }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    }),
  );
  const text = await response.text();
  return {
    status: response.status,
    body: JSON.parse(text.startsWith("{") ? text : text.split("data: ")[1]!) as never,
  };
}

describe("a host that can show nothing", () => {
  it.each([
    ["nothing", {}, ask, "form"],
    ["links only", { elicitation: { url: {} } }, ask, "form"],
    ["forms only", { elicitation: { form: {} } }, askUrl, "url"],
    ["the oldest declaration", { elicitation: {} }, askUrl, "url"],
  ])(
    "with %s, is answered -32021 with HTTP 400 on 2026-07-28",
    async (_, capabilities, handler, mode) => {
      const lab = createLab((ctx) => handler(ctx));
      const http = lab.elicitation.createHandler(lab.build);
      const { status, body } = await raw(http.fetch, "2026-07-28", capabilities);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({
        code: -32021,
        data: { requiredCapabilities: { elicitation: { [mode]: {} } } },
      });
      expect(body.error?.message).toMatch(/Nothing was asked and nothing was decided/);
      await http.close();
    },
  );

  it.each([
    ["a form", ask, /^"run" has to ask the user with a form, but this request came/],
    ["a link", askUrl, /^"run" has to ask the user with a link to open, but this request came/],
    [
      "a confirmation",
      (ctx: ElicitationContext) => ctx.confirm("Sure?"),
      /^"run" has to ask the user with a form, but this request came/,
    ],
    [
      "a thrown link",
      () => {
        throw new UrlElicitationRequiredError([
          { mode: "url", message: "Connect first", url: LINK, elicitationId: "thrown" },
        ]);
      },
      /^The user has to open https:\/\/example\.com\/connect first, but this request came/,
    ],
  ] as const)(
    "behind stateless 2025 HTTP is not blamed for what no session brings back: %s",
    async (_, handler, says) => {
      const lab = createLab((ctx) => handler(ctx));
      for (const protocolVersion of ["2025-06-18", "2025-11-25"]) {
        const { body } = await raw(createMcpHandler(lab.build).fetch, protocolVersion);
        expect(body.result?.isError).toBe(true);
        const text = body.result?.content[0]?.text;
        expect(text).toMatch(says);
        expect(text).toMatch(/without a session.*elicitation\.createHandler\(build\)/);
        expect(text).not.toMatch(/declared|this host/);
      }
    },
  );

  it("that began a session and declared nothing hears that it declared nothing", async () => {
    const lab = createLab((ctx) => ask(ctx));
    await using host = await lab.host({
      protocolVersion: "2025-11-25",
      transport: "http",
      capabilities: {},
    });
    expect(said(await host.callTool("run"))).toMatch(
      /this host has not declared that it can show one/,
    );
  });

  it.each(wires)(
    "is explained, or gives unanswered where the author asked for that, on $protocolVersion over $transport",
    async (wire) => {
      const closed = createLab((ctx) => ask(ctx));
      await using one = await closed.host({ ...wire, capabilities: {} });
      const outcome = await one
        .callTool("run")
        .then(said, (error: { code: number; message: string }) => `${error.code} ${error.message}`);
      expect(outcome).toMatch(
        wire.protocolVersion === "2026-07-28"
          ? /^-32021 /
          : /^error: "run" has to ask the user with a form/,
      );

      const open = createLab(async (ctx) => [
        ctx.canElicit("form"),
        ctx.canElicit("url"),
        await ask(ctx, { whenUnavailable: "continue" }),
      ]);
      await using two = await open.host({ ...wire, capabilities: {} });
      expect(JSON.parse(said(await two.callTool("run")))).toMatchObject([
        false,
        false,
        { action: "unanswered", reason: "unsupported" },
      ]);
    },
  );

  it.each(protocolVersions)("knows what each declaration means on %s", async (protocolVersion) => {
    const can = async (capabilities: object): Promise<string> => {
      const lab = createLab((ctx) => `${ctx.canElicit("form")} ${ctx.canElicit("url")}`);
      await using host = await lab.host({ protocolVersion, capabilities });
      return said(await host.callTool("run"));
    };
    const url = protocolVersion !== "2025-06-18";
    expect(await can({})).toBe("false false");
    expect(await can({ elicitation: {} })).toBe("true false");
    expect(await can({ elicitation: { form: {} } })).toBe("true false");
    expect(await can({ elicitation: { url: {} } })).toBe(`false ${url}`);
    expect(await can({ elicitation: { form: {}, url: {} } })).toBe(`true ${url}`);
  });
});

describe.each([["2025-06-18"], ["2025-11-25"]] as const)(
  "a host that answers with an error on %s",
  (protocolVersion) => {
    it.each([
      -32700, -32600, -32601, -32602, -32603, -32042, -32021, -32001, -32000, -1, 0, 1, 400, 12_345,
    ])("(%i) has asked nobody", async (code) => {
      const said = await tryOut({ protocolVersion }, (ctx) => ask(ctx), [
        hostError(code, "cannot"),
      ]);
      expect(JSON.parse(said)).toMatchObject({
        action: "unanswered",
        reason: "unsupported",
        error: { code },
      });
    });

    // 2025-06-18 has no links to be asked about.
    if (protocolVersion === "2025-06-18") return;
    it("is not believed about links either", async () => {
      const said = await tryOut({ protocolVersion }, (ctx) => askUrl(ctx), [
        hostError(-32042, "cannot"),
      ]);
      expect(JSON.parse(said)).toMatchObject({
        action: "unanswered",
        reason: "unsupported",
        error: { code: -32042 },
      });
    });
  },
);

describe.each(wires)("a host on $protocolVersion over $transport", (wire) => {
  it("that says it cannot ask has not been declined by a person", async () => {
    const cannot = rawResult({ action: "cancel", content: { "midcall/cannotAsk": "no UI" } });
    expect(JSON.parse(await tryOut(wire, (ctx) => ask(ctx), [cannot]))).toMatchObject({
      action: "unanswered",
      reason: "unsupported",
    });
    const other = rawResult({ action: "cancel", content: { note: "midcall/cannotAsk" } });
    expect(JSON.parse(await tryOut(wire, (ctx) => ask(ctx), [other]))).toMatchObject({
      action: "cancel",
    });
  });

  it.each([
    ["an empty object", {}],
    ["an unknown action", { action: "maybe" }],
    ["an action of another type", { action: true, content: { value: "yes" } }],
    ["an accept without content", { action: "accept" }],
    ["content that is no object", { action: "accept", content: ["yes"] }],
    ["a value off the list", { action: "accept", content: { value: "YES" } }],
  ])(
    "that answers with %s is asked again, and is never taken for a yes or a no",
    async (_, result) => {
      const outcome = await tryOut(wire, (ctx) => ask(ctx), [
        rawResult(result),
        rawResult(result),
        rawResult(result),
      ]);
      expect(JSON.parse(outcome)).toMatchObject({ action: "unanswered", reason: "invalid" });
    },
  );

  it("that declines faster than its people can is not a person's no; a slower decline is", async () => {
    const options = { autoDeclineMs: 60 };
    const fast = await tryOut(wire, (ctx) => ask(ctx), [syntheticDecline()], options);
    expect(JSON.parse(fast)).toMatchObject({ action: "unanswered", reason: "auto-declined" });
    const slow = await tryOut(wire, (ctx) => ask(ctx), [after(100, decline())], options);
    expect(JSON.parse(slow)).toMatchObject({ action: "decline" });
    const other = await tryOut(wire, (ctx) => ask(ctx), [cancel()], options);
    expect(JSON.parse(other)).toMatchObject({ action: "cancel" });
  });

  it("is doubted only where the list names it, and the list can be replaced", async () => {
    const decide = async (
      clientInfo: { name: string; version: string },
      options = {},
    ): Promise<string> => {
      const lab = createLab(
        async (ctx) => ((await ask(ctx)) as { action: string }).action,
        options,
      );
      await using host = await lab.host({ ...wire, clientInfo, answers: [decline()] });
      return said(await host.callTool("run"));
    };
    expect(await decide({ name: "claude-ai", version: "0.1.0" })).toBe("unanswered");
    expect(await decide({ name: "claude-ai2", version: "0.1.0" })).toBe("decline");
    expect(await decide({ name: "claude-ai", version: "0.1.0" }, { hostOverrides: [] })).toBe(
      "decline",
    );
    const hostOverrides = [{ name: "mine", version: "1.", autoDeclineMs: 5000 }];
    expect(await decide({ name: "mine", version: "1.2.0" }, { hostOverrides })).toBe("unanswered");
    expect(await decide({ name: "mine", version: "11.0" }, { hostOverrides })).toBe("decline");
  });

  it("ends a confirmation that was declined by the host itself, as nobody said no", async () => {
    const lab = createLab((ctx) => ctx.confirm("Sure?").then(String), { autoDeclineMs: 5000 });
    await using host = await lab.host({ ...wire, answers: [decline()] });
    expect(said(await host.callTool("run"))).toMatch(
      /^error: No user answered "Sure\?" \(auto-declined\)/,
    );
  });

  it("asks tools, prompts and resources alike", async () => {
    const lab = createLab((ctx) => ask(ctx));
    const build: typeof lab.build = () => {
      const server = lab.build();
      const { handler } = lab.elicitation;
      const words = async (ctx: ElicitationContext): Promise<string> =>
        ((await ask(ctx)) as { action: string }).action;
      server.registerPrompt(
        "p",
        {},
        handler(async (ctx: ElicitationContext) => ({
          messages: [
            { role: "user" as const, content: { type: "text" as const, text: await words(ctx) } },
          ],
        })) as never,
      );
      server.registerResource(
        "r",
        "test://r",
        {},
        handler(async (uri: URL, ctx: ElicitationContext) => ({
          contents: [{ uri: uri.href, text: await words(ctx) }],
        })),
      );
      return server;
    };
    const { createTestHost } = await import("midcall/testing");
    await using host = await createTestHost({ ...wire, build, answers: [yes(), decline()] });
    expect(await host.getPrompt("p")).toMatchObject({
      messages: [{ content: { text: "accept" } }],
    });
    expect(await host.readResource("test://r")).toMatchObject({ contents: [{ text: "decline" }] });
  });
});
