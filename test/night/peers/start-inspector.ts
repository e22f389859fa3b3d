import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { freePort } from "./free-port.js";
import { peerFile, peerNode } from "./install.mjs";

const LAUNCHER = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";

/** A running Inspector. */
export interface RunningInspector extends AsyncDisposable {
  /** The address of its page, with its token. */
  readonly address: string;
}

/** Runs the Inspector. @param server - the server as it takes it: options of its own, or `--` and a command */
export async function runInspector(server: readonly string[]): Promise<RunningInspector> {
  const home = mkdtempSync(join(tmpdir(), "midcall-inspector-"));
  const [client, sandbox] = [await freePort(), await freePort()];
  const child = spawn(peerNode(), [peerFile(LAUNCHER), "--web", ...server], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      HOME: home,
      MCP_AUTO_OPEN_ENABLED: "false",
      MCP_INSPECTOR_SECRET_STORE: "memory",
      CLIENT_PORT: String(client),
      SERVER_PORT: String(sandbox),
    },
  });
  let said = "";
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (text: string): void => {
      said += text;
      const [found] = /http:\/\/127\.0\.0\.1:\d+\/?\?MCP_INSPECTOR_API_TOKEN=\w+/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    child.once("exit", (code) => reject(new Error(`The Inspector ended with ${code}: ${said}`)));
  });
  return {
    address,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await ended;
      clearTimeout(timer);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A page of a running Inspector. */
export interface StartedInspector extends AsyncDisposable {
  readonly page: Page;
}

/** Opens the page of a running Inspector, and connects it with its server. */
export async function openInspector(
  browser: Browser,
  inspector: RunningInspector,
): Promise<StartedInspector> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(inspector.address);
  // It is switched once there is a connection, which may take a while.
  await page.getByRole("switch", { name: /Connect or disconnect/ }).click({ force: true });
  return {
    page,
    async [Symbol.asyncDispose]() {
      await context.close();
      await inspector[Symbol.asyncDispose]();
    },
  };
}

/** Starts the Inspector for a server, opens it in a browser, and connects it. */
export async function startInspector(
  browser: Browser,
  command: readonly string[],
): Promise<StartedInspector> {
  const started = await openInspector(browser, await runInspector(["--", ...command]));
  await started.page.getByText("Tools", { exact: true }).first().click();
  return started;
}
