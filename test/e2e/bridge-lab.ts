import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { createTestHost, type ProtocolVersion, type TestHost } from "midcall/testing";
import { bundled } from "../bundled.js";
import { expect } from "vitest";
import { createNotingBrowser, type NotingBrowser } from "./noting-browser.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const cli = join(root, "packages/cli/dist/main.js");
/** A server of the official SDK that speaks the version of its argument. */
export const askingServer: string = bundled(
  join(root, "packages/cli/test/bridge/fixtures/asking-server.mjs"),
);

/** A user's machine with a screen, on which bridges run. */
export interface Machine extends AsyncDisposable {
  readonly noting: NotingBrowser;
  readonly stateDir: string;
  readonly browser: BrowserContext;
  /** A host of the official SDK that has started a bridge. @param words - what follows `midcall bridge` */
  host(words: readonly string[], options?: HostOptions): Promise<BridgedHost>;
  /** The page that the bridges have opened, as the user's browser shows it. */
  page(): Promise<Page>;
  /** The page that a bridge has opened since then, in a tab of its own. */
  nextPage(): Promise<Page>;
}

export interface HostOptions {
  readonly protocolVersion?: ProtocolVersion;
  readonly timeoutMs?: number;
}

export interface BridgedHost {
  readonly host: TestHost;
  /** The process of the bridge. */
  readonly pid: number;
}

export async function openMachine(chromium: Browser): Promise<Machine> {
  const noting = createNotingBrowser();
  const stateDir = mkdtempSync(join(tmpdir(), "midcall-bridges-"));
  const browser = await chromium.newContext({ reducedMotion: "reduce" });
  const hosts: TestHost[] = [];
  let opened = 0;
  return {
    ...{ noting, stateDir, browser },
    async host(words, { protocolVersion = "2025-11-25", timeoutMs = 120_000 } = {}) {
      const connection = new StdioClientTransport({
        command: process.execPath,
        args: [cli, "bridge", "--state", stateDir, ...words],
        env: { ...(process.env as Record<string, string>), ...noting.env },
        stderr: "inherit",
      });
      const host = await createTestHost({
        ...{ protocolVersion, capabilities: {}, connection, timeoutMs },
      });
      hosts.push(host);
      return { host, pid: connection.pid! };
    },
    async page() {
      const file = await noting.opened();
      const page = browser.pages()[0] ?? (await browser.newPage());
      if (noting.count() > opened) await page.goto(pathToFileURL(file).href);
      opened = noting.count();
      return page;
    },
    async nextPage() {
      await expect.poll(noting.count).toBeGreaterThan(opened);
      const page = await browser.newPage();
      await page.goto(pathToFileURL(await noting.opened()).href);
      opened = noting.count();
      return page;
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(hosts.map((host) => host.close()));
      await browser.close();
      noting[Symbol.dispose]();
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}
