import { readFile } from "node:fs/promises";
import { Client } from "@modelcontextprotocol/client";
import { McpServer as FirstMcpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Transport as FirstTransport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  inputRequired,
  McpServer,
  type ServerContext,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import {
  accept,
  cancel,
  createInbox,
  decline,
  type Inbox,
  type InboxOptions,
  type OpenQuestion,
} from "midcall/client";
import { createElicitation, type ElicitationContext } from "midcall/server";
import { type ProtocolVersion, protocolVersions } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createWirePair } from "../../../packages/midcall/src/testing/wire-pair.js";
import { connectFastMcp } from "./fastmcp.mjs";

const DOCUMENT = new URL("../../../docs/what-a-server-sees.md", import.meta.url);
const MARK = "midcall/cannotAsk";
const HOST = "Lab";
const ENDS = "the call ends in an error";
const NOTHING = "nothing";
/** How often the host lists the tools where a handler is to be told nothing: what came before has got there by then. */
const ROUND_TRIPS = 5;

const form = (properties: object, required: readonly string[] = []): object => ({
  type: "object",
  properties,
  required,
});
const color = form({ color: { type: "string", enum: ["red", "blue"] } }, ["color"]);

/** What is asked, as a server without midcall sends it. */
const QUESTIONS = {
  color: { message: "Which color?", requestedSchema: color },
  secret: { message: "Sign in.", requestedSchema: form({ password: { type: "string" } }) },
  nested: { message: "Where?", requestedSchema: form({ place: { type: "object" } }, ["place"]) },
  link: {
    mode: "url",
    message: "Connect?",
    url: "https://router.local/connect",
    elicitationId: "link-1",
  },
} as const;

interface Playing {
  readonly inbox: Inbox;
  readonly unmount: () => void;
  /** Stops the call. */
  readonly stop: () => void;
  /** The question, once it is there. */
  shown(): Promise<OpenQuestion>;
}

interface Situation {
  /** Default: `color`. */
  readonly asks?: keyof typeof QUESTIONS;
  readonly inbox?: InboxOptions;
  /** Nobody is there when the client connects. */
  readonly isEmpty?: boolean;
  /** Before the call. */
  readonly before?: (playing: Playing) => unknown;
  /** Once it is under way. */
  readonly then?: (playing: Playing) => unknown;
}

const answers =
  (result: Parameters<Inbox["respond"]>[1]): Situation["then"] =>
  async ({ inbox, shown }) =>
    inbox.respond((await shown()).id, result);

/** Refuses what a limit holds back, as the user can. */
const refuseHeld: Situation["then"] = async ({ inbox }) => {
  while (inbox.getSnapshot().held.length === 0) await new Promise((done) => setTimeout(done, 2));
  inbox.refuseHeld(HOST);
};

/** The rows of the document, and how each comes about. */
const SITUATIONS: Readonly<Record<string, Situation>> = {
  "the user accepts": { then: answers(accept({ color: "red" })) },
  "the user declines": { then: answers(decline()) },
  "the user cancels": { then: answers(cancel()) },
  "the time limit is reached": {
    inbox: { policy: { timeoutMs: 20 } },
    then: async ({ inbox, shown }) => inbox.markVisible((await shown()).id),
  },
  "the server asks too often": {
    inbox: { policy: { burst: 1, perMinute: 0.001 } },
    before: async ({ inbox, shown }) => {
      const first = inbox.handle(QUESTIONS.color, { server: HOST });
      inbox.respond((await shown()).id, decline());
      await first;
    },
    then: refuseHeld,
  },
  "too many questions are open": {
    inbox: { policy: { perServer: 1 } },
    before: ({ inbox, shown }) => {
      void inbox.handle(QUESTIONS.color, { server: HOST });
      return shown();
    },
    then: refuseHeld,
  },
  "the server is blocked": { before: ({ inbox }) => inbox.setRule(HOST, "block") },
  "the server is blocked while the question is open": {
    then: async ({ inbox, shown }) => {
      await shown();
      inbox.setRule(HOST, "block");
    },
  },
  "the form asks for a secret, which the host refuses": {
    asks: "secret",
    inbox: { policy: { secrets: "refuse" } },
  },
  "the host has no user interface from the start": { isEmpty: true },
  "the host's user interface is gone": { before: ({ unmount }) => unmount() },
  "the form requires an unsupported field": { asks: "nested" },
  "the link is unsafe": { asks: "link" },
  "the host's callback throws": {
    inbox: {
      onElicitation: () => {
        throw new Error("a bug");
      },
      onError: () => {},
    },
  },
  "the host cancels the call while the question is open": {
    then: async ({ shown, stop }) => {
      await shown();
      stop();
    },
  },
};

/** Sends a question, as each library does. */
type Elicit = (params: object) => Promise<unknown>;
/** Notes what a handler is told. */
type See = (outcome: string) => void;
type Connect = (
  transport: Transport,
  asks: keyof typeof QUESTIONS,
  see: See,
) => Promise<() => unknown>;

const text = (words: string) => ({ content: [{ type: "text" as const, text: words }] });

/** The body of a tool of another server: what it is told, in the words of the document. */
const body = (asks: keyof typeof QUESTIONS, see: See) => async (elicit: Elicit) => {
  try {
    const { action, content } = (await elicit(QUESTIONS[asks])) as {
      action: string;
      content?: Readonly<Record<string, unknown>>;
    };
    const reason = content?.[MARK];
    see(reason === undefined ? action : `${action}, ${String(reason)}`);
  } catch (error) {
    const { code, message, data } = error as Error & {
      code?: unknown;
      data?: Readonly<Record<string, unknown>>;
    };
    const reason = data?.[MARK];
    if (reason === undefined) see("another error");
    else {
      expect([code, message]).toEqual([
        -32603,
        expect.stringContaining(`No user answered (${String(reason)}).`),
      ]);
      see(`error: ${String(reason)}`);
    }
    // As in most tools, nothing else is done about it.
    throw error;
  }
  return "done";
};

const connectMidcall: Connect = async (transport, asks, see) => {
  const secret = "a secret of at least thirty-two bytes, for tests";
  const elicitation = createElicitation({ secret, logger: { warn: () => {}, error: () => {} } });
  const { message, ...question } = QUESTIONS[asks];
  const target = "url" in question ? question.url : (question.requestedSchema as never);
  const handler = elicitation.handler(async (ctx: ElicitationContext) => {
    const answer = await ctx.elicit(message, target);
    see(answer.action === "unanswered" ? `unanswered: ${answer.reason}` : answer.action);
    return text("done");
  });
  const running = serveStdio(
    () => {
      const server = elicitation.attach(new McpServer({ name: "midcall", version: "1.0.0" }));
      server.registerTool("ask", {}, handler);
      return server;
    },
    { transport },
  );
  return () => running.close();
};

/** @param isGuard - asks with `inputRequired` on 2025 as well */
const connectSecondSdk = async (
  transport: Transport,
  asks: keyof typeof QUESTIONS,
  see: See,
  isGuard = false,
): Promise<() => unknown> => {
  const ask = body(asks, see);
  const running = serveStdio(
    () => {
      const server = new McpServer({ name: "sdk 2", version: "1.0.0" });
      server.registerTool("ask", {}, async ({ mcpReq }: ServerContext) => {
        if (mcpReq.envelope === undefined && !isGuard) {
          const { signal } = mcpReq;
          return text(await ask((params) => mcpReq.elicitInput(params as never, { signal })));
        }
        const { inputResponses } = mcpReq;
        if (inputResponses) return text(await ask(async () => inputResponses["it"]));
        const it = { method: "elicitation/create", params: QUESTIONS[asks] };
        return inputRequired({ inputRequests: { it } as never });
      });
      return server;
    },
    { transport },
  );
  return () => running.close();
};

const connectFirstSdk: Connect = async (transport, asks, see) => {
  const ask = body(asks, see);
  const server = new FirstMcpServer({ name: "sdk 1", version: "1.0.0" });
  server.registerTool("ask", {}, async ({ signal }) =>
    text(await ask((params) => server.server.elicitInput(params as never, { signal }))),
  );
  await server.connect(transport as FirstTransport);
  return () => server.close();
};

const SERVERS: readonly {
  readonly server: string;
  readonly isOurs: boolean;
  readonly speaks: readonly ProtocolVersion[];
  readonly connect: Connect;
}[] = [
  { server: "midcall", isOurs: true, speaks: protocolVersions, connect: connectMidcall },
  {
    server: "the official SDK 2.x",
    isOurs: false,
    speaks: protocolVersions,
    connect: connectSecondSdk,
  },
  {
    server: "the official SDK 1.x",
    isOurs: false,
    speaks: protocolVersions.slice(0, 2),
    connect: connectFirstSdk,
  },
  {
    server: "fastmcp",
    isOurs: false,
    speaks: protocolVersions.slice(0, 2),
    connect: (transport, asks, see) => connectFastMcp(transport, body(asks, see)),
  },
];

/**
 * Plays a situation.
 *
 * @returns what the server's handler was told, or how the call ended where it was told nothing; and the
 *   result of the call, as the host got it
 */
async function play(
  { asks = "color", inbox: options, isEmpty, before, then }: Situation,
  protocolVersion: ProtocolVersion,
  connect: Connect,
  isTold: boolean,
): Promise<{ readonly outcome: string; readonly result: unknown }> {
  const inbox = createInbox({ open: () => {}, ...options });
  const unmount = isEmpty ? () => {} : inbox.mount();
  const [near, far] = createWirePair();
  let see!: See;
  const seen = new Promise<string>((resolve) => (see = resolve));
  const isModern = protocolVersion === "2026-07-28";
  const client = new Client(
    { name: "host", version: "1.0.0" },
    {
      supportedProtocolVersions: [protocolVersion],
      ...(isModern && { versionNegotiation: { mode: { pin: protocolVersion } } }),
    },
  );
  inbox.attach(client, { server: HOST });
  // Some servers look at the host while it connects.
  const [close] = await Promise.all([connect(far, asks, see), client.connect(near)]);
  const stopping = new AbortController();
  const playing: Playing = {
    inbox,
    unmount,
    stop: () => stopping.abort(),
    shown: () => firstShown(inbox),
  };
  try {
    await inbox.ready;
    await before?.(playing);
    const call = client.callTool({ name: "ask" }, { signal: stopping.signal });
    const ended = call.then(
      ({ isError }) => (isError === true ? ENDS : "done"),
      () => (stopping.signal.aborted ? NOTHING : ENDS),
    );
    await then?.(playing);
    const end = await (isTold ? seen : ended);
    for (let count = 0; !isTold && count < ROUND_TRIPS; count++) await client.listTools();
    const outcome = isTold ? end : await Promise.race([seen, Promise.resolve(end)]);
    return { outcome, result: await call.catch(() => undefined) };
  } finally {
    await client.close();
    await close();
  }
}

/** The question a person would see, also one that comes later. */
function firstShown(inbox: Inbox): Promise<OpenQuestion> {
  return new Promise((resolve) => {
    const look = (): void => {
      const [question] = inbox.getSnapshot().showing;
      if (!question) return;
      stop();
      resolve(question);
    };
    const stop = inbox.subscribe(look);
    look();
  });
}

const rows = (await readFile(DOCUMENT, "utf8"))
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  )
  .filter(([first]) => !/^-+$/.test(first!));
const [heads, ...situations] = rows;

describe("the table of what a server sees", () => {
  it("has a row for every situation that is played, and none besides", () => {
    expect(situations.map(([situation]) => situation)).toEqual(Object.keys(SITUATIONS));
    expect(heads!.slice(1)).toEqual([
      "midcall server, 2025",
      "midcall server, 2026-07-28",
      "another server, 2025",
      "another server, 2026-07-28",
    ]);
  });
});

describe.each(
  SERVERS.flatMap(({ speaks, ...server }) =>
    speaks.map((protocolVersion) => ({ ...server, protocolVersion })),
  ),
)("$server on $era", ({ isOurs, protocolVersion, connect }) => {
  const column = (isOurs ? 1 : 3) + (protocolVersion === "2026-07-28" ? 1 : 0);
  // Links came with 2025-11-25.
  const played = situations.filter(
    ([name]) => protocolVersion !== "2025-06-18" || SITUATIONS[name!]?.asks !== "link",
  );
  it.each(played.map((row) => [row[0]!, row[column]!]))("%s: %s", async (name, expected) => {
    const isTold = expected !== ENDS && expected !== NOTHING;
    expect((await play(SITUATIONS[name]!, protocolVersion, connect, isTold)).outcome).toBe(
      expected,
    );
  });
});

describe.each(
  SERVERS.filter(({ isOurs }) => !isOurs).flatMap(({ server, connect }) =>
    protocolVersions.slice(0, 2).map((protocolVersion) => ({ server, protocolVersion, connect })),
  ),
)(
  "a tool on $server that does nothing about the error, on $era",
  ({ protocolVersion, connect }) => {
    it.each(["the time limit is reached", "the server is blocked"])(
      "fails with words that are true: %s",
      async (name) => {
        const { result } = await play(SITUATIONS[name]!, protocolVersion, connect, true);
        expect(result).toMatchObject({ isError: true });
        expect(JSON.stringify(result)).toMatch(/No user answered \((deadline|blocked)\)/);
      },
    );
  },
);

describe.each(protocolVersions.slice(0, 2))(
  "a guard on the official SDK 2.x, on %s",
  (protocolVersion) => {
    it("is not told, and its call ends in the error", async () => {
      const connect: Connect = (...given) => connectSecondSdk(...given, true);
      const yes = await play(SITUATIONS["the user accepts"]!, protocolVersion, connect, true);
      expect(yes.outcome).toBe("accept");
      const late = await play(
        SITUATIONS["the time limit is reached"]!,
        protocolVersion,
        connect,
        false,
      );
      expect(late.outcome).toBe(ENDS);
      expect(JSON.stringify(late.result)).toContain("No user answered (deadline)");
    });
  },
);
