import { setMaxListeners } from "node:events";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import {
  createElicitation,
  type ElicitationContext,
  type ElicitationOptions,
  type HttpHandler,
  type HttpHandlerOptions,
} from "midcall/server";
import { createMemoryStore, type Store, StoreFullError } from "midcall/store";
import { createLog, type Log, SECRET, text } from "../lab.js";

export const URL_OF_FLEET = "http://localhost/mcp";

/** One replica: a handler with a store of its own to the shared data. */
export interface Replica {
  readonly handler: HttpHandler;
  readonly log: Log;
  readonly isAlive: boolean;
  /** Store operations so far, by name. */
  readonly operations: string[];
  /** What happens to a process that is killed: its streams break, and it neither reads nor writes any more. */
  kill(): void;
  /** Lets the store of this replica hang, in one of its operations or in all, until the result is called. */
  pauseStore(only?: keyof Store): () => void;
  /** Lets an operation fail whose name and key, with a space between, are of this form. By default the store is full. */
  failStore(which: RegExp | undefined, error?: Error): void;
  /** Lets the next operation of this form be carried out and its reply be lost, and from then on those of the other form fail. */
  loseReply(which: RegExp, failing?: RegExp): void;
  fetch(request: Request): Promise<Response>;
}

export interface ReplicaOptions {
  readonly shared: Store;
  readonly handler: (ctx: ElicitationContext, args: Record<string, unknown>) => unknown;
  readonly elicitation?: ElicitationOptions;
  readonly http?: HttpHandlerOptions;
  /** Tools beside `run`. */
  readonly register?: (server: McpServer) => void;
}

const never = (): Promise<never> => new Promise(() => {});

export function createReplica({
  shared,
  handler,
  elicitation,
  http,
  register,
}: ReplicaOptions): Replica {
  const log = createLog();
  const operations: string[] = [];
  const broken = new AbortController();
  setMaxListeners(0, broken.signal);
  let paused: Promise<void> | undefined;
  let pausedOne: string | undefined;
  let failing: RegExp | undefined;
  let failure: Error = new StoreFullError(1);
  let unanswered: { readonly which: RegExp; readonly failing: RegExp | undefined } | undefined;
  const through =
    <A extends unknown[], R>(name: string, op: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      operations.push(`${name} ${String(args[0])}`);
      if (pausedOne === undefined || pausedOne === name) await paused;
      if (broken.signal.aborted) return never();
      if (failing?.test(`${name} ${String(args[0])}`) === true) throw failure;
      const result = await op(...args);
      if (unanswered?.which.test(`${name} ${String(args[0])}`) === true) {
        ({ failing } = unanswered);
        unanswered = undefined;
        throw new Error("ECONNRESET");
      }
      return broken.signal.aborted ? never() : result;
    };
  const store: Store = {
    get: through("get", shared.get),
    put: through("put", shared.put),
    putIfAbsent: through("putIfAbsent", shared.putIfAbsent),
    take: through("take", shared.take),
    delete: through("delete", shared.delete),
    publish: through("publish", shared.publish),
    subscribe: through("subscribe", (channel: string, listener: (message: string) => void) =>
      shared.subscribe(channel, (message) => {
        if (!broken.signal.aborted) listener(message);
      }),
    ),
  };
  const made = createElicitation({
    secret: SECRET,
    logger: log,
    store,
    principal: ({ http }) => http?.req?.headers.get("x-user") ?? undefined,
    ...elicitation,
  });
  const build = (): McpServer => {
    const server = made.attach(new McpServer({ name: "fleet", version: "1.0.0" }));
    server.registerTool(
      "run",
      {},
      made.handler(async (ctx) => {
        const result = await handler(ctx, {});
        return typeof result === "object" && result !== null && "content" in result
          ? (result as never)
          : text(result);
      }),
    );
    register?.(server);
    return server;
  };
  const mcp = made.createHandler(build, { sessions: "shared", sessionLeaseMs: 500, ...http });
  return {
    handler: mcp,
    log,
    operations,
    get isAlive() {
      return !broken.signal.aborted;
    },
    kill: () => broken.abort(new Error("ECONNRESET")),
    failStore(which, error = new StoreFullError(1)) {
      failing = which;
      failure = error;
    },
    loseReply(which, afterwards) {
      unanswered = { which, failing: afterwards };
    },
    pauseStore(only) {
      pausedOne = only;
      let resume = (): void => {};
      paused = new Promise((resolve) => (resume = resolve));
      return () => {
        paused = undefined;
        resume();
      };
    },
    async fetch(request) {
      if (broken.signal.aborted) throw new TypeError("fetch failed: ECONNREFUSED");
      const killed = new Promise<never>((_, reject) =>
        broken.signal.addEventListener("abort", () => reject(new TypeError("fetch failed"))),
      );
      killed.catch(() => {});
      const response = await Promise.race([mcp.fetch(request), killed]);
      if (response.body === null) return response;
      // The reader of a killed replica's stream sees its connection break.
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      response.body.pipeTo(writable, { signal: broken.signal }).catch(() => {});
      return new Response(readable, response);
    },
  };
}

/** Replicas behind a balancer that sends each request to the next living one. */
export interface TestFleet {
  readonly replicas: readonly Replica[];
  readonly shared: Store;
  /** Which replica each request went to, with its method. */
  readonly served: { readonly replica: number; readonly method: string; readonly body: string }[];
  /** The replica that got the last request whose body contains this. */
  ownerOf(part: string): Replica;
  fetch(request: Request): Promise<Response>;
  /** Decides where a request goes, instead of the turn. */
  route: ((request: Request, body: string) => number | undefined) | undefined;
  close(): Promise<void>;
}

export function createTestFleet(
  count: number,
  options: Omit<ReplicaOptions, "shared"> & { readonly shared?: Store },
): TestFleet {
  const shared = options.shared ?? createMemoryStore();
  const replicas = Array.from({ length: count }, () => createReplica({ ...options, shared }));
  const served: TestFleet["served"] = [];
  let turn = 0;
  const fleet: TestFleet = {
    replicas,
    shared,
    served,
    route: undefined,
    ownerOf: (part) => replicas[served.findLast(({ body }) => body.includes(part))!.replica]!,
    async fetch(request) {
      const body = request.method === "POST" ? await request.clone().text() : "";
      const given = fleet.route?.(request, body);
      if (given !== undefined) {
        served.push({ replica: given, method: request.method, body });
        return replicas[given]!.fetch(request);
      }
      for (let tries = 0; tries < count; tries++) {
        const replica = turn++ % count;
        if (!replicas[replica]!.isAlive) continue;
        served.push({ replica, method: request.method, body });
        return replicas[replica]!.fetch(request);
      }
      throw new TypeError("fetch failed: nobody is alive");
    },
    close: async () => {
      await Promise.all(
        replicas.filter(({ isAlive }) => isAlive).map(({ handler }) => handler.close()),
      );
    },
  };
  return fleet;
}

/** A real client of 2025, whose user answers with this function. */
export async function connect(
  fleet: Pick<TestFleet, "fetch">,
  answer: (message: string) => Promise<object> | object,
  { user = "ada", protocolVersion = "2025-11-25" } = {},
): Promise<Client & { readonly asked: string[] }> {
  const asked: string[] = [];
  const client = new Client(
    { name: "fleet-host", version: "1.0.0" },
    {
      capabilities: { elicitation: { form: {}, url: {} } },
      supportedProtocolVersions: [protocolVersion],
    },
  );
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    asked.push(params.message);
    return (await answer(params.message)) as never;
  });
  const transport = new StreamableHTTPClientTransport(new URL(URL_OF_FLEET), {
    fetch: (url, init) => fleet.fetch(new Request(url, init as RequestInit)),
    requestInit: { headers: { "x-user": user } },
    reconnectionOptions: {
      initialReconnectionDelay: 10,
      maxReconnectionDelay: 100,
      reconnectionDelayGrowFactor: 1.5,
      maxRetries: 2,
    },
  });
  await client.connect(transport);
  return Object.assign(client, { asked });
}

/** Resolves when the function returns something, looking again every few milliseconds. */
export async function until<T>(look: () => T | undefined | false): Promise<T> {
  for (;;) {
    const seen = look();
    if (seen !== undefined && seen !== false) return seen;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
