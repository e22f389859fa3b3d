import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { type PostgresServer, startPostgresServer } from "./postgres-server.mjs";
import { type RedisServer, startRedisServer } from "./redis-server.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Where test files ask for the servers of this run. */
    readonly enginesAt: string;
  }
}

interface Engines {
  /** Of the projects that are running. */
  users: number;
  readonly url: string;
  stop(): Promise<void>;
}

/** One for all projects of a run: each of them loads this file for itself. */
const shared = globalThis as { midcallTestEngines?: Promise<Engines> };

/** Lasting through a failure of the system is what nobody asks of these servers. */
const POSTGRES_SETTINGS = [
  "shared_buffers=16MB",
  "synchronous_commit=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "jit=off",
];

/** Redis and PostgreSQL for all test files of a run. Each is started when a file asks for it for the first time. */
async function open(): Promise<Engines> {
  let redis: Promise<RedisServer> | undefined;
  let postgres: Promise<PostgresServer> | undefined;
  let given = 0;
  const ways: Readonly<Record<string, () => Promise<string>>> = {
    "/redis": async () => {
      redis ??= startRedisServer(["--databases", "1000"]);
      return `${(await redis).url}/${++given}`;
    },
    "/postgres": async () => {
      postgres ??= startPostgresServer(POSTGRES_SETTINGS);
      return `${(await postgres).url} test_${++given}`;
    },
  };
  const server = createServer((request, response) => {
    ways[request.url!]!().then(
      (text) => response.end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    users: 0,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      for (const engine of [redis, postgres]) await (await engine)?.stop();
    },
  };
}

/** Set up once for each project whose files use {@link file://./shared.ts}. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const engines = await (shared.midcallTestEngines ??= open());
  engines.users += 1;
  project.provide("enginesAt", engines.url);
  return async () => {
    engines.users -= 1;
    if (engines.users > 0) return;
    delete shared.midcallTestEngines;
    await engines.stop();
  };
}
