import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PostgresServer, startPostgresServer } from "../engines/postgres-server.mjs";
import { type RedisServer, startRedisServer } from "../engines/redis-server.mjs";
import { seed } from "../night.js";
import {
  type Calls,
  check,
  LOST_WITH_A_PROCESS,
  LOST_WITH_THE_STORE,
  makeCalls,
} from "./session-calls.js";
import { createSessionFleet, type SessionFleet } from "./session-fleet.js";
import { createTables } from "./shared-store.js";

interface Engine {
  readonly url: string;
  /** Lets it stand still for so many milliseconds. */
  pause(ms: number): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

async function redis(): Promise<Engine> {
  const server: RedisServer = await startRedisServer(["--appendonly", "yes"]);
  const { createClient } = await import("redis");
  const client = await createClient({ url: server.url })
    .on("error", () => {})
    .connect();
  return {
    url: server.url,
    async pause(ms) {
      await client.sendCommand(["CLIENT", "PAUSE", String(ms), "ALL"]);
    },
    restart: () => server.restart(),
    async stop() {
      client.destroy();
      await server.stop();
    },
  };
}

async function postgres(): Promise<Engine> {
  const server: PostgresServer = await startPostgresServer();
  await createTables(server.url);
  return {
    url: server.url,
    async pause(ms) {
      server.freeze();
      await new Promise((resolve) => setTimeout(resolve, ms));
      server.thaw();
    },
    async restart() {
      await server.halt();
      await server.start();
    },
    stop: () => server.stop(),
  };
}

const CALLS = 32;

describe.each([
  ["Redis", redis],
  ["PostgreSQL", postgres],
] as const)("three processes that share their sessions on %s", (_, start) => {
  let engine: Engine;
  let fleet: SessionFleet;
  beforeAll(async () => {
    engine = await start();
    fleet = await createSessionFleet(engine.url);
  });
  afterAll(async () => {
    await fleet?.close();
    await engine?.stop();
  });

  it(`end every call truthfully when the store stands still for five seconds and is started again (seed ${seed})`, async () => {
    let stopping: Promise<void> | undefined;
    let hasStopped = false;
    let before: number | undefined;
    const stop = async (): Promise<void> => {
      await engine.pause(5_000);
      await engine.restart();
      hasStopped = true;
    };
    const isOverSince = ({ finished }: Calls): boolean => {
      if (!hasStopped) return false;
      before ??= finished.size;
      return finished.size >= CALLS && finished.size > before;
    };
    const calls = await makeCalls(fleet, {
      name: "stopped",
      atOnce: 16,
      slowMs: () => 1_500,
      // In the middle of many calls.
      onQuestion: () => void (stopping ??= stop()),
      isEnough: isOverSince,
    });
    await stopping;
    check(calls, fleet, [...LOST_WITH_A_PROCESS, ...LOST_WITH_THE_STORE]);
    expect(calls.finished.size).toBeGreaterThanOrEqual(CALLS);
  });
});
