import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import {
  addServer,
  callNow,
  type NewServer,
  openConsole,
  openTool,
  type StartedConsole,
  startConsole,
  type Watch,
} from "../../e2e/console-lab.js";
import { peerFile } from "./install.mjs";

/** The program of a server in the repository, as a user enters it. */
export const programAt = (path: string): string =>
  `node ${fileURLToPath(new URL(path, import.meta.url))}`;

/** The official server with one of everything. */
export const everything = `node ${peerFile("@modelcontextprotocol/server-everything/dist/index.js")} stdio`;

/** A console with one server, opened in a browser. */
export interface PeerConsole extends AsyncDisposable {
  readonly started: StartedConsole;
  readonly page: Page;
  readonly watch: Watch;
}

export async function openPeerConsole(browser: Browser, server: NewServer): Promise<PeerConsole> {
  const started = await startConsole();
  const { context, page, watch } = await openConsole(browser, started);
  await addServer(page, server);
  return {
    started,
    page,
    watch,
    async [Symbol.asyncDispose]() {
      await context.close();
      await started[Symbol.asyncDispose]();
    },
  };
}

/** Opens a section of a server by the page's links. */
export async function openSection(page: Page, server: string, section: string): Promise<void> {
  const nav = page.getByRole("navigation", { name: "Console" });
  await nav.getByRole("link", { name: server, exact: true }).click();
  const sections = page.getByRole("navigation", { name: `Sections of ${server}` });
  await sections.getByRole("link", { name: new RegExp(`^${section}`) }).click();
}

/** Opens a section, and waits until it lists exactly these titles. */
export async function expectListed(
  page: Page,
  server: string,
  section: string,
  titles: readonly string[],
): Promise<void> {
  await openSection(page, server, section);
  const links = page.locator("li.tool-card h3 a");
  const shown = async (): Promise<string[]> =>
    (await links.allInnerTexts()).map((title) => title.trim()).sort();
  await expect.poll(shown).toEqual([...titles].sort());
}

/** Opens a tool, and calls it with these arguments. */
export async function callWith(
  page: Page,
  server: string,
  title: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await openTool(page, server, title);
  if (Object.keys(args).length > 0) {
    await page.getByRole("button", { name: "Edit as JSON", exact: true }).click();
    await page.getByLabel("Arguments as JSON").fill(JSON.stringify(args));
  }
  await callNow(page);
}
