import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createTestHost, protocolVersions, type TestHost } from "midcall/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isNight } from "../night.js";
import { launch } from "./chromium.js";

const cli = join(fileURLToPath(new URL("../../", import.meta.url)), "packages/cli/dist/main.js");
const VIEW_URI = "ui://midcall-doctor/view.html";
const VIEWS = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
let chromium: Browser;
beforeAll(async () => {
  chromium = await launch();
});
afterAll(() => chromium.close());

interface ViewHost {
  /** Whether the result that the view gets has its `_meta`. */
  readonly keepsMeta: boolean;
  /** Whether the view may call tools. */
  readonly letsCall: boolean;
}

/** A host's page, which renders the view as hosts do: in a frame without an origin of its own. */
async function render(page: Page, client: TestHost, { keepsMeta, letsCall }: ViewHost) {
  const result = await client.callTool("examine_view");
  const { contents } = await client.client.readResource({ uri: VIEW_URI });
  const { text: html } = contents[0] as { readonly text: string };
  const { _meta, ...bare } = result;
  await page.exposeFunction("callTool", async (name: string, args: Record<string, unknown>) =>
    letsCall
      ? { result: await client.callTool(name, args) }
      : { error: { code: -32_601, message: "Views may not call tools." } },
  );
  await page.setContent("<!doctype html><title>A host</title>");
  await page.evaluate(
    ({ html, result }) => {
      const frame = document.createElement("iframe");
      frame.sandbox.add("allow-scripts");
      frame.srcdoc = html;
      const page = window as unknown as {
        callTool(name: string, args: object): Promise<object>;
      };
      addEventListener("message", async ({ source, data }: MessageEvent) => {
        if (source !== frame.contentWindow) return;
        const { id, method, params } = data as {
          readonly id?: number;
          readonly method?: string;
          readonly params: { readonly name: string; readonly arguments: object };
        };
        const post = (message: object): void =>
          frame.contentWindow!.postMessage({ jsonrpc: "2.0", ...message }, "*");
        const hostInfo = { name: "a-host", version: "1" };
        if (method === "ui/initialize")
          post({
            id,
            result: {
              ...{ protocolVersion: "2026-01-26", hostInfo },
              ...{ hostCapabilities: { serverTools: {} }, hostContext: {} },
            },
          });
        if (method === "ui/notifications/initialized")
          post({ method: "ui/notifications/tool-result", params: result });
        if (method === "tools/call")
          post({ id, ...(await page.callTool(params.name, params.arguments)) });
      });
      document.body.append(frame);
    },
    { html, result: keepsMeta ? { ...bare, _meta } : bare },
  );
  return page.frameLocator("iframe").locator("#text");
}

const finding = async (host: TestHost): Promise<unknown> => {
  const { structuredContent } = await host.callTool("results");
  const { rows } = structuredContent as {
    readonly rows: readonly { readonly probe: string; readonly finding: string }[];
  };
  return rows.find(({ probe }) => probe === "views")?.finding;
};

it.each(
  (isNight ? protocolVersions : (["2025-11-25"] as const)).flatMap((protocolVersion) => [
    { protocolVersion, keepsMeta: true, letsCall: true, is: "views-rendered", says: /works/ },
    { protocolVersion, keepsMeta: false, letsCall: true, is: "views-without-meta", says: /works/ },
    {
      ...{ protocolVersion, keepsMeta: true, letsCall: false },
      ...{ is: "views-not-rendered", says: /may not call its tool/ },
    },
  ]),
)(
  "the doctor's view in Chromium on $protocolVersion: $is (_meta: $keepsMeta, calls: $letsCall)",
  async ({ protocolVersion, is, says, ...kind }) => {
    await using host = await createTestHost({
      protocolVersion,
      connection: new StdioClientTransport({ command: process.execPath, args: [cli, "doctor"] }),
      capabilities: { extensions: VIEWS },
    });
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await chromium.newPage({ colorScheme });
      const errors: unknown[] = [];
      page.on("pageerror", (error) => errors.push(error));
      const text = await render(page, host, kind);
      await expect.poll(() => text.textContent()).toMatch(says);
      expect(await finding(host)).toBe(is);
      // A frame is as dark as its host only if it says that it can be: its text would be black on black.
      const scheme = await text.evaluate((one) => getComputedStyle(one).colorScheme);
      expect(scheme).toBe("light dark");
      expect(errors).toEqual([]);
      await page.close();
    }
  },
);
