import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer as SdkV1Server } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema, type CallToolRequest } from "@modelcontextprotocol/sdk/types.js";
import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { createElicitation, type ElicitationOptions } from "midcall/server";
import { createElicitation as createSdkV1Elicitation } from "midcall/server/sdk-v1";
import {
  accept,
  type Answers,
  createTestHost,
  decline,
  type ProtocolVersion,
} from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createMemoryStore } from "midcall/store";
import type { Extra } from "../../src/server/sdk-v1/protocol.js";
import { createWirePair } from "../../src/testing/wire-pair.js";
import { createLog, said, SECRET, text } from "./lab.js";

/**
 * A handler inside a method: a class asks with `elicitation.handler(…)(extra)` and takes what that resolves with for the
 * user's answer. It once was a tool's result that said that nobody could be asked, which is true enough to drop a database.
 */

interface Played {
  readonly said: string;
  readonly dropped: number;
  readonly asked: number;
}

interface Play {
  readonly answers: Answers;
  readonly canAsk?: boolean;
  readonly options?: ElicitationOptions;
  /** How often the tool asks. */
  readonly times?: number;
}

const base = (options: ElicitationOptions = {}): ElicitationOptions => ({
  ...{ secret: SECRET, logger: createLog(), fallback: ["native"], ...options },
});

async function playV2(protocolVersion: ProtocolVersion, play: Play): Promise<Played> {
  const elicitation = createElicitation(base(play.options));
  let dropped = 0;
  class Database {
    confirm(message: string, extra: ServerContext): Promise<boolean> {
      return elicitation.handler((ctx) => ctx.confirm(message))(extra);
    }
  }
  const database = new Database();
  const build = (): McpServer => {
    const server = elicitation.attach(new McpServer({ name: "db", version: "1.0.0" }));
    server.registerTool("drop", {}, async (extra) => {
      for (let nr = 1; nr <= (play.times ?? 1); nr++)
        if (!(await database.confirm(`Drop ${nr}?`, extra))) return text("kept");
      dropped += 1;
      return text("dropped");
    });
    return server;
  };
  const { answers, canAsk = true } = play;
  await using host = await createTestHost({
    ...{ build, protocolVersion, answers },
    ...(!canAsk && { capabilities: {} }),
  });
  const end = await host
    .callTool("drop")
    .then(said, (error: Error) => `rejected: ${error.message}`);
  return { said: end, dropped, asked: host.questions.length };
}

async function playV1(protocolVersion: ProtocolVersion, play: Play): Promise<Played> {
  const elicitation = createSdkV1Elicitation(base(play.options));
  let dropped = 0;
  const server = elicitation.attach(new SdkV1Server({ name: "db", version: "1.0.0" }));
  server.registerTool("drop", {}, async (extra) => {
    for (let nr = 1; nr <= (play.times ?? 1); nr++) {
      const sure: boolean = await elicitation.handler((ctx) => ctx.confirm(`Drop ${nr}?`))(extra);
      if (!sure) return text("kept") as never;
    }
    dropped += 1;
    return text("dropped") as never;
  });
  const [connection, pipe] = createWirePair();
  await server.connect(pipe as Transport);
  const { answers, canAsk = true } = play;
  await using host = await createTestHost({
    ...{ connection, protocolVersion, answers },
    ...(!canAsk && { capabilities: {} }),
  });
  const end = said(await host.callTool("drop"));
  return { said: end, dropped, asked: host.questions.length };
}

const servers = [
  ["SDK 2.x", "2025-06-18", playV2],
  ["SDK 2.x", "2025-11-25", playV2],
  ["SDK 2.x", "2026-07-28", playV2],
  ["SDK 1.x", "2025-06-18", playV1],
  ["SDK 1.x", "2025-11-25", playV1],
] as const;
const yes = accept({ confirm: true });

describe.each(servers)("a handler that a method calls, of the %s on %s", (_, version, play) => {
  it("resolves with the user's answer", async () => {
    expect(await play(version, { answers: [yes] })).toEqual({
      said: "dropped",
      dropped: 1,
      asked: 1,
    });
    expect(await play(version, { answers: [decline()] })).toMatchObject({
      said: "kept",
      dropped: 0,
    });
    const no = accept({ confirm: false });
    expect(await play(version, { answers: [no] })).toMatchObject({ said: "kept", dropped: 0 });
  });

  it("never resolves where nobody can be asked", async () => {
    const { said, dropped } = await play(version, { answers: [], canAsk: false });
    expect(said).toMatch(/^(error|rejected): "drop" has to ask the user with a form/);
    expect(dropped).toBe(0);
  });

  it("never resolves where nobody answers", async () => {
    const { said, dropped } = await play(version, {
      answers: () => accept({ confirm: "maybe" }),
      options: { maxAttempts: 1 },
    });
    expect(said).toMatch(/^error: There was no valid answer to "Drop 1\?" \(invalid\)/);
    expect(dropped).toBe(0);
  });

  it("rejects a second time in one request, also with a store that knows how the first has ended", async () => {
    for (const store of [undefined, createMemoryStore()]) {
      const { said, dropped } = await play(version, {
        ...{ answers: () => yes, times: 2 },
        ...(store && { options: { store } }),
      });
      expect(said).toMatch(
        /^error: A handler was called in a request that another handler runs in already/,
      );
      expect(dropped).toBe(0);
    }
  });
});

describe("a handler that a method calls in a host that shows pages only", () => {
  it("never resolves with what the model is told meanwhile", async () => {
    for (const play of [playV1, playV2]) {
      const { said, dropped } = await play("2025-11-25", {
        ...{ answers: [], canAsk: false },
        options: { fallback: ["page"], openBrowser: async () => {}, holdMs: 1 },
      });
      expect(said).toMatch(/^The user is asked “Drop 1\?” on a page that this server has opened/);
      expect(dropped).toBe(0);
    }
  });
});

describe("a handler inside a handler", () => {
  it.each(["2025-11-25", "2026-07-28"] as const)("rejects on %s", async (protocolVersion) => {
    const elicitation = createElicitation(base());
    const build = (): McpServer => {
      const server = elicitation.attach(new McpServer({ name: "db", version: "1.0.0" }));
      server.registerTool(
        "drop",
        {},
        elicitation.handler(async (ctx) => {
          const inner = elicitation.handler((own) => own.confirm("Drop?"));
          return text(String(await inner(ctx)));
        }),
      );
      return server;
    };
    await using host = await createTestHost({ build, protocolVersion, answers: () => yes });
    expect(said(await host.callTool("drop"))).toMatch(/^error: .*handler/);
    expect(host.questions).toEqual([]);
  });
});

describe("handlers that a low-level server of the SDK 1.x chooses by name", () => {
  it("answer for themselves, questions elsewhere and refusals included", async () => {
    for (const canAsk of [true, false]) {
      const elicitation = createSdkV1Elicitation(base());
      const server = elicitation.attach(
        new Server({ name: "db", version: "1.0.0" }, { capabilities: { tools: {} } }),
      );
      const drop = elicitation.handler<[CallToolRequest, Extra], unknown>(async (_, ctx) =>
        text((await ctx.confirm("Drop?")) ? "dropped" : "kept"),
      );
      server.setRequestHandler(
        CallToolRequestSchema,
        async (request, extra) => drop(request, extra) as never,
      );
      const [connection, pipe] = createWirePair();
      await server.connect(pipe as Transport);
      await using host = await createTestHost({
        ...{ connection, protocolVersion: "2025-11-25", answers: [yes] },
        ...(!canAsk && { capabilities: {} }),
      });
      const result = await host.callTool("drop");
      expect(said(result)).toMatch(canAsk ? /^dropped$/ : /^error: "drop" has to ask the user/);
      expect(result._meta).toEqual(canAsk ? undefined : { "midcall/cannotAsk": "unsupported" });
    }
  });
});
