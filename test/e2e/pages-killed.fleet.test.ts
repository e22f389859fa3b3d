import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accept } from "midcall/testing";
import { installEngines } from "../engines/install.mjs";
import { type PostgresServer, startPostgresServer } from "../engines/postgres-server.mjs";
import { startRedisServer } from "../engines/redis-server.mjs";
import { type Balancer, startBalancer } from "./balancer.js";
import {
  connectTo,
  enter,
  lands,
  launch,
  type Listening,
  openBrowserOf,
  openDesk,
  pipeTo,
  press,
  startInvoices,
  startServices,
} from "./pages-lab.js";

/**
 * A server that is killed while the person is on its page. What it knew lies in a store: in a SQLite file for the
 * one that is started again, in Redis or PostgreSQL for another replica. No clock is injected.
 */

let browser: Browser;
let services: Listening;
let node: string;
let folder: string;
let redis: Awaited<ReturnType<typeof startRedisServer>>;
let postgres: PostgresServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "midcall-killed-"));
  const engines = installEngines();
  [browser, services, redis, postgres] = await Promise.all([
    launch(),
    startServices(),
    startRedisServer(),
    startPostgresServer(),
  ]);
  ({ node } = await engines);
});
afterAll(async () => {
  await browser.close();
  await services.kill();
  await redis.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const INVOICES = "A-1 Globex 120.00 euros\nA-2 Initech 75.00 euros";

async function save(page: Page): Promise<void> {
  await page.getByLabel("Secret").fill("billing-key-of-alice");
  await press(page, "Save");
  await lands(page, "Tested and saved");
}

/** The same server, as often as it is started: one port, one secret, one file. */
async function settings(name: string): Promise<{
  readonly services: string;
  readonly node: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const store = `sqlite:${join(folder, `${name}.sqlite`)}`;
  return {
    services: services.url,
    node,
    args: ["--port", String(port), "--store", store],
    env: { MIDCALL_SECRET: randomBytes(32).toString("base64url"), NODE_NO_WARNINGS: "1" },
  };
}

/** What two replicas share: a database of their own, because each test has its own secret. */
const shared = {
  Redis: async (database: number) => `${redis.url}/${database}`,
  PostgreSQL: async (database: number) => {
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    await admin.query(`CREATE DATABASE fleet_${database}`);
    await admin.end();
    return postgres.url.replace(/[^/]*$/, `fleet_${database}`);
  },
};
const engines = Object.keys(shared) as (keyof typeof shared)[];

/** Two replicas on one database, behind one address. */
async function startFleet(store: string): Promise<
  {
    readonly balancer: Balancer;
    readonly first: Listening;
    readonly second: Listening;
  } & AsyncDisposable
> {
  const balancer = await startBalancer();
  const same = {
    services: services.url,
    args: ["--store", store, "--public", balancer.url],
    env: { MIDCALL_SECRET: randomBytes(32).toString("base64url") },
  };
  const [first, second] = await Promise.all([startInvoices(same), startInvoices(same)]);
  const close = async (): Promise<void> => {
    await Promise.all([first.kill(), second.kill(), balancer[Symbol.asyncDispose]()]);
  };
  return { balancer, first, second, [Symbol.asyncDispose]: close };
}

it.concurrent("on 2026-07-28 the call goes on with the server that is started again", async () => {
  const same = await settings("modern");
  const first = await startInvoices(same);
  await using desk = await openDesk({ protocolVersion: "2026-07-28" }, await connectTo(first.url), {
    hold: true,
  });
  await using alice = await openBrowserOf(browser);
  const called = desk.call("list_invoices");
  const asked = await desk.asked();
  await enter(alice.page, asked);
  await first.kill();
  await using second = await startInvoices(same);
  expect(second.url).toBe(first.url);
  await save(alice.page);
  asked.reply(accept());
  expect(await called).toBe(INVOICES);
  expect(desk.host.questions).toHaveLength(1);
});

it.concurrent.each(engines)(
  "on 2026-07-28 a call that is being held goes on at another replica, on %s",
  async (engine) => {
    await using fleet = await startFleet(await shared[engine](1));
    const { balancer, first, second } = fleet;
    balancer.targets = [first.url, second.url];
    const connection = await connectTo(`${balancer.url}/mcp`);
    await using desk = await openDesk({ protocolVersion: "2026-07-28" }, connection);
    await using alice = await openBrowserOf(browser);
    const called = desk.call("list_invoices");
    await enter(alice.page, await desk.asked());
    expect(balancer.resent()).toBe(0);
    await first.kill();
    await save(alice.page);
    expect(await called).toBe(INVOICES);
    expect(balancer.resent()).toBeGreaterThan(0);
    expect(desk.host.questions).toHaveLength(1);
  },
);

it.concurrent.each(engines)(
  "on 2026-07-28 an account is connected at another replica than the one that asked, on %s",
  async (engine) => {
    await using fleet = await startFleet(await shared[engine](2));
    const { balancer, first, second } = fleet;
    balancer.targets = [first.url];
    const connection = await connectTo(`${balancer.url}/mcp`);
    await using desk = await openDesk({ protocolVersion: "2026-07-28" }, connection);
    await using alice = await openBrowserOf(browser);
    const called = desk.call("list_customers");
    await enter(alice.page, await desk.asked());
    await press(alice.page, "Continue to Example Accounts");
    await lands(alice.page, "Allow invoices?");
    // The person is at the other service when theirs goes away, and comes back to one that never saw them.
    balancer.targets = [first.url, second.url];
    await first.kill();
    await press(alice.page, "Allow");
    await lands(alice.page, "Connected");
    expect(await called).toBe("Globex, Initech");
  },
);

it.concurrent("on 2025-11-25 over HTTP the next call finds what was entered after the restart", async () => {
  const same = await settings("sessions");
  const first = await startInvoices(same);
  const desk = await openDesk({ protocolVersion: "2025-11-25" }, await connectTo(first.url));
  await using alice = await openBrowserOf(browser);
  // The session is gone with its process, and the call with the session.
  const called = desk.call("list_invoices");
  await enter(alice.page, await desk.asked());
  await first.kill();
  await using second = await startInvoices(same);
  await save(alice.page);
  await desk.host.close();
  expect(await called).toMatch(/^error: /);
  await using next = await openDesk({ protocolVersion: "2025-11-25" }, await connectTo(second.url));
  expect(await next.call("list_invoices")).toBe(INVOICES);
  expect(next.host.questions).toEqual([]);
});

it.concurrent("on 2025-11-25 over stdio the next call finds what was entered after the restart", async () => {
  const same = await settings("pipe");
  const pipe = pipeTo(same) as ReturnType<typeof pipeTo> & { readonly pid: number };
  const desk = await openDesk({ protocolVersion: "2025-11-25" }, pipe);
  await using alice = await openBrowserOf(browser);
  const called = desk.call("list_invoices");
  await enter(alice.page, await desk.asked());
  process.kill(pipe.pid, "SIGKILL");
  expect(await called).toMatch(/^error: /);
  await desk.host.close();
  await using next = await openDesk({ protocolVersion: "2025-11-25" }, pipeTo(same));
  await save(alice.page);
  expect(await next.call("list_invoices")).toBe(INVOICES);
  expect(next.host.questions).toEqual([]);
});
