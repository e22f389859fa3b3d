import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import { accept } from "midcall/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createLab, createLog, protocolVersions, said, SECRET, tryOut } from "./lab.js";

/** Options that nothing else looks at: each at its bound and one beyond. */

afterEach(() => void vi.useRealTimers());

it.each(protocolVersions)(
  "limits.stepBytes counts the bytes of a step's JSON, on %s",
  async (protocolVersion) => {
    const run = (value: string): Promise<string> =>
      tryOut({ protocolVersion }, async (ctx) => (await ctx.step("big", () => value)).length, [], {
        limits: { stepBytes: 100 },
      });
    // Two quotation marks, and two bytes for each of the letters in the second text.
    expect(await run("x".repeat(98))).toBe("98");
    expect(await run("é".repeat(50))).toMatch(
      /102 bytes, which is over the limit of 100\..*limits\.stepBytes/,
    );
  },
);

describe("a 2025 session", () => {
  const build = (
    options: object,
  ): ReturnType<ReturnType<typeof createElicitation>["createHandler"]> => {
    const elicitation = createElicitation({ secret: SECRET, logger: createLog() });
    return elicitation.createHandler(
      () => elicitation.attach(new McpServer({ name: "sessions", version: "1" })),
      options,
    );
  };
  const post = (body: object, session?: string): Request =>
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(session !== undefined && { "mcp-session-id": session }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...body }),
    });
  const initialize = (): Request =>
    post({
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "raw", version: "1" },
      },
    });

  it("ends when nothing was asked of it for sessionIdleMs, and not before", async () => {
    vi.useFakeTimers();
    const handler = build({ sessionIdleMs: 10_000 });
    const opened = await handler(initialize());
    const session = opened.headers.get("mcp-session-id")!;
    await opened.text();
    const ping = async (): Promise<number> => {
      const response = await handler(post({ id: 2, method: "ping" }, session));
      await response.text();
      return response.status;
    };
    for (let times = 0; times < 4; times++) {
      await vi.advanceTimersByTimeAsync(9000);
      expect(await ping()).toBe(200);
    }
    await vi.advanceTimersByTimeAsync(20_001);
    expect(await ping()).toBe(404);
    await handler.close();
  });

  it.each(["maxSessions", "maxSessionsPerPrincipal", "maxAnonymousSessions", "sessionIdleMs"])(
    "has a whole number as %s",
    (name) => {
      for (const value of [0, -1, 1.5, Infinity, "10"]) {
        expect(() => build({ [name]: value })).toThrow(
          expect.objectContaining({ code: "ERR_MIDCALL_OPTION" }) as Error,
        );
      }
    },
  );
});

describe.each(protocolVersions)("a question for people only, on %s", (protocolVersion) => {
  it("takes no answer that was sent along", async () => {
    const lab = createLab(async (ctx) => {
      const options = { key: "go", unsolicited: true, human: "required" } as const;
      return ctx.elicit("Go?", ["yes"], options).catch((error: Error) => error.message);
    });
    await using host = await lab.host({ protocolVersion, answers: () => accept({ value: "yes" }) });
    expect(said(await host.callTool("run"))).toMatch(
      /unsolicited cannot be combined with human: "required"/,
    );
    expect(host.questions).toEqual([]);
  });

  it("is asked as any other", async () => {
    const lab = createLab(
      async (ctx) => (await ctx.elicit("Go?", ["yes"], { human: "required" })).action,
    );
    await using host = await lab.host({ protocolVersion, answers: [accept({ value: "yes" })] });
    expect(said(await host.callTool("run"))).toBe("accept");
  });
});

it.each(protocolVersions)(
  "whenUnavailable is no option of a confirmation, on %s",
  async (protocolVersion) => {
    const seen: unknown[] = [];
    const lab = createLab(async (ctx) => {
      const options = { whenUnavailable: "continue" } as object;
      seen.push(await ctx.confirm("Sure?", options));
    });
    await using host = await lab.host({ protocolVersion, capabilities: {} });
    const outcome = await host
      .callTool("run")
      .then(said, ({ code, message }: { code: number; message: string }) => `${code} ${message}`);
    expect(outcome).toMatch(/ctx\.confirm has no option "whenUnavailable"/);
    expect(seen).toEqual([]);
  },
);
