import type { ElicitationContext as V2Context, ElicitationOptions } from "midcall/server";
import {
  createTestHost,
  type ProtocolVersion,
  type TestHost,
  type TestHostOptions,
} from "midcall/testing";
import { createLog, type Log, SECRET } from "../lab.js";

/** What midcall adds to the context of every framework. */
export type Ctx = Pick<
  V2Context,
  "elicit" | "confirm" | "step" | "defer" | "canElicit" | "signal" | "secret" | "connect"
>;

/** A way to reach a server. */
export interface Wire {
  readonly protocolVersion: ProtocolVersion;
  readonly transport: "stdio" | "http";
}

/** The handlers of a server under test; each returns what is said. */
export interface Handlers {
  /** The tool `run`, with an argument `who`. */
  readonly tool?: (ctx: Ctx, who: string) => unknown;
  /** The prompt `letter`. */
  readonly prompt?: (ctx: Ctx) => unknown;
  /** The resource `report://latest`. */
  readonly resource?: (ctx: Ctx) => unknown;
}

/** A server under test, not yet connected. */
export interface StartedServer {
  readonly reach: Pick<TestHostOptions, "build" | "connection" | "handler" | "transport">;
  /** Ends the server. */
  close(): Promise<void>;
}

/** A framework whose servers midcall supports. */
export interface FrameworkUnderTest {
  /** As the table in docs/servers.md names it. */
  readonly name: string;
  /** What it can speak. */
  readonly wires: readonly Wire[];
  /** Its resources cannot ask. */
  readonly withoutResources?: boolean;
  /** Connecting takes it long, so that its tests run side by side. */
  readonly isSlow?: boolean;
  readonly start: (
    wire: Wire,
    handlers: Handlers,
    options: ElicitationOptions,
  ) => Promise<StartedServer>;
}

export interface FrameworkHost extends AsyncDisposable {
  readonly host: TestHost;
  readonly log: Log;
}

/** Starts a server with these handlers and connects a host to it. */
export async function connectHost(
  framework: FrameworkUnderTest,
  wire: Wire,
  handlers: Handlers,
  hostOptions: Partial<TestHostOptions> = {},
  options: ElicitationOptions = {},
): Promise<FrameworkHost> {
  const log = createLog();
  const server = await framework.start(wire, handlers, {
    secret: SECRET,
    logger: log,
    ...options,
  });
  const { protocolVersion } = wire;
  const host = await createTestHost({
    timeoutMs: 3_600_000,
    protocolVersion,
    ...server.reach,
    ...hostOptions,
  });
  return {
    host,
    log,
    async [Symbol.asyncDispose]() {
      await host.close();
      await server.close();
    },
  };
}
