import { Client } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import type { AttachOptions, Attachment, Inbox, OpenQuestion } from "midcall/client";
import {
  createElicitation,
  type ElicitationContext,
  type ElicitationOptions,
} from "midcall/server";
import { type ProtocolVersion, protocolVersions } from "midcall/testing";
import { serve, type ServeOptions } from "../../src/testing/serve.js";
import { onTestFinished, vi } from "vitest";
import { noteEvent } from "../fast-clock.js";
import { text } from "../server/lab.js";

export { protocolVersions };
export { said, text, wires } from "../server/lab.js";

export const SECRET = "a secret of at least thirty-two bytes, for tests";

/** A midcall server whose tools are the given handlers. */
export function buildServer(
  tools: Record<string, (ctx: ElicitationContext) => unknown>,
  options: ElicitationOptions = {},
): () => McpServer {
  const logger = { warn: () => {}, error: () => {} };
  const elicitation = createElicitation({ secret: SECRET, logger, ...options });
  return () => {
    const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
    for (const [name, handler] of Object.entries(tools)) {
      server.registerTool(
        name,
        {},
        elicitation.handler(async (ctx) => text(await handler(ctx))),
      );
    }
    return server;
  };
}

export interface Connected extends AsyncDisposable {
  readonly client: Client;
  readonly attachment: Attachment;
}

/** An official client, attached to the inbox and connected to a server on one wire. */
export async function connect(
  inbox: Inbox,
  wire: {
    readonly protocolVersion: ProtocolVersion;
    readonly transport?: "stdio" | "http" | undefined;
  },
  build: NonNullable<ServeOptions["build"]>,
  options: Partial<AttachOptions> & {
    readonly prepare?: (client: Client) => void;
    /** Runs between `inbox.attach` and `client.connect`. */
    readonly attached?: () => void;
  } = {},
): Promise<Connected> {
  const { protocolVersion } = wire;
  const client = new Client(
    { name: "lab-host", version: "1.0.0" },
    {
      supportedProtocolVersions: [protocolVersion],
      ...(protocolVersion === "2026-07-28" && {
        versionNegotiation: { mode: { pin: protocolVersion } },
      }),
    },
  );
  const { prepare, attached, ...attachOptions } = options;
  prepare?.(client);
  const attachment = inbox.attach(client, { server: "Lab", ...attachOptions });
  attached?.();
  const served = await serve({ ...wire, build });
  await client.connect(served.transport);
  return {
    client,
    attachment,
    async [Symbol.asyncDispose]() {
      await served.close();
      await client.close();
    },
  };
}

// That of the system, whatever the clock of the test.
const { setTimeout: later } = globalThis;

/** Waits until something is so. */
export async function until<T>(look: () => T | undefined | false): Promise<T> {
  for (;;) {
    const seen = look();
    if (seen !== undefined && seen !== false) {
      noteEvent();
      return seen;
    }
    await new Promise((resolve) => later(resolve, 1));
  }
}

/** Plays the clock of `AbortSignal.timeout`, which no fake timer moves. `end` says that the time is up. */
export function playTimeLimit(): { readonly limits: number[]; end(): void } {
  const over = new AbortController();
  const limits: number[] = [];
  const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    limits.push(ms);
    return over.signal;
  });
  onTestFinished(() => spy.mockRestore());
  return {
    limits,
    end: () => over.abort(new DOMException("The time is up", "TimeoutError")),
  };
}

/** The next question on the screen. */
export function nextShown(inbox: Inbox, not?: string): Promise<OpenQuestion> {
  return until(() => inbox.getSnapshot().showing.find(({ id }) => id !== not));
}

export const color = {
  type: "object",
  properties: { color: { type: "string", enum: ["red", "blue"] } },
  required: ["color"],
} as const;
