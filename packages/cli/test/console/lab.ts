import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundled } from "../../../../test/bundled.js";
import type {
  AddServer,
  CallResultView,
  CallView,
  ConsoleState,
  Hello,
  WireEntry,
} from "../../src/console/views/api-types.js";
import {
  type ConsoleOptions,
  type RunningConsole,
  startConsole,
} from "../../src/console/start-console.js";
import { createExchange } from "../../web/src/data/exchange.js";
import { patienceMs } from "../../../../test/night.js";

export const fixture = (name: string): string =>
  bundled(new URL(`./fixtures/${name}`, import.meta.url).pathname);

/** A page of the console without a browser: its stream of events, and the API. */
export interface Page {
  readonly hello: Hello;
  readonly state: ConsoleState;
  /** It was told to wait until somebody comes back to it. */
  readonly paused: boolean;
  /** Resolves once the state is as wanted. */
  until<T>(what: (state: ConsoleState) => T | undefined | false): Promise<T>;
  api<T = unknown>(path: string, body?: unknown, method?: string): Promise<T>;
  leave(): Promise<void>;
}

export interface Lab {
  readonly console: RunningConsole;
  readonly stateDir: string;
  page(): Promise<Page>;
  close(): Promise<void>;
}

/** A console in this process, with a folder of its own. */
export async function createLab(options: Partial<ConsoleOptions> = {}): Promise<Lab> {
  const stateDir = options.stateDir ?? (await mkdtemp(join(tmpdir(), "midcall-console-")));
  const pageFolder = fixture("page");
  const running = await startConsole({ graceMs: 200, pageFolder, ...options, stateDir });
  const pages = new Set<Page>();
  return {
    console: running,
    stateDir,
    async page() {
      const page = await openPage(running);
      pages.add(page);
      return page;
    },
    async close() {
      for (const page of pages) await page.leave();
      await running.close();
      if (options.stateDir === undefined) await rm(stateDir, { recursive: true, force: true });
    },
  };
}

/** Adds a server, calls nothing, and resolves when it is connected (or has failed). */
export async function addServer(page: Page, server: AddServer): Promise<string> {
  const { id } = await page.api<{ id: string }>("/servers", server);
  await page.until(({ servers }) =>
    servers.some((one) => one.id === id && /ready|failed/.test(one.state)),
  );
  return id;
}

export async function startCall(
  page: Page,
  server: string,
  tool: string,
  args: Record<string, unknown> = {},
): Promise<string> {
  const body = { kind: "tool", name: tool, arguments: args };
  return (await page.api<{ id: string }>(`/servers/${server}/calls`, body)).id;
}

/** The end of a call, with its result. */
export async function endOf(page: Page, call: string): Promise<CallView & CallResultView> {
  const view = await page.until(({ calls }) =>
    calls.find(({ id, state }) => id === call && state !== "running"),
  );
  return { ...view, ...(await page.api<CallResultView>(`/calls/${call}`)) };
}

export async function wireOf(page: Page, server: string): Promise<readonly WireEntry[]> {
  return (await page.api<{ entries: WireEntry[] }>(`/servers/${server}/wire`)).entries;
}

async function openPage({ address, token }: RunningConsole): Promise<Page> {
  const exchange = await createExchange(token, address);
  const leaving = new AbortController();
  let state = {} as ConsoleState;
  let hello: Hello | undefined;
  let paused = false;
  const listeners = new Set<() => void>();
  const hear = (event: string, data: unknown): void => {
    if (event === "paused") paused = true;
    if (event === "hello") hello = data as Hello;
    if (event === "state") state = { ...state, ...(data as ConsoleState) };
    for (const listener of listeners) listener();
  };
  const reading = exchange.listen(hear, leaving.signal).catch(() => {});

  const page: Page = {
    get hello() {
      return hello!;
    },
    get state() {
      return state;
    },
    get paused() {
      return paused;
    },
    until(what) {
      return new Promise((resolve, reject) => {
        const look = (): void => {
          const found = what(state);
          if (!found) return;
          clearTimeout(timer);
          listeners.delete(look);
          resolve(found);
        };
        const timer = setTimeout(() => {
          listeners.delete(look);
          reject(new Error(`This never came: ${what.toString()}\n${JSON.stringify(state)}`));
        }, patienceMs);
        listeners.add(look);
        look();
      });
    },
    async api<T>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST") {
      const answer = await exchange.send({ method, path, body: body as object | undefined });
      if (answer.status >= 400) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body as T;
    },
    async leave() {
      leaving.abort();
      await reading;
    },
  };
  await page.until(() => hello && state.servers);
  return page;
}
