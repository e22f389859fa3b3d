import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { TestHost } from "midcall/testing";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Machine, openMachine } from "../../e2e/bridge-lab.js";
import { launch } from "../../e2e/chromium.js";
import { freePort } from "./free-port.js";
import { peerFile, peerNode } from "./install.mjs";
import { startMcpUse } from "./start-mcp-use.js";

let chromium: Browser;
beforeAll(async () => {
  chromium = await launch();
});
afterAll(() => chromium.close());

const everything = peerFile("@modelcontextprotocol/server-everything/dist/index.js");
const fastmcp = fileURLToPath(new URL("../servers/fastmcp-server.mjs", import.meta.url));

/** The everything server over HTTP. */
async function everythingOverHttp(): Promise<AsyncDisposable & { readonly url: string }> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(process.execPath, [everything, "streamableHttp"], { env, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = `http://127.0.0.1:${port}/mcp`;
  await expect
    .poll(() =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

const textOf = (result: Awaited<ReturnType<TestHost["callTool"]>>): string =>
  result.content.map((block) => ("text" in block ? block.text : "")).join("\n");
const asked = (page: Page): Locator => page.getByRole("article").first();
const press = (page: Page, name: string | RegExp): Promise<void> =>
  asked(page)
    .getByRole("button", { name, exact: typeof name === "string" })
    .click();

/** Every question of the everything server, answered on the bridge's page. */
async function answerEverything(machine: Machine, words: readonly string[]): Promise<void> {
  const { host } = await machine.host(words);
  const form = "trigger-elicitation-request";
  const link = "trigger-url-elicitation";
  expect((await host.listTools()).map(({ name }) => name)).toEqual(
    expect.arrayContaining([form, link]),
  );

  const accepted = host.callTool(form);
  const page = await machine.page();
  await asked(page)
    .getByLabel(/^String required/)
    .fill("Ada");
  await asked(page)
    .getByLabel(/^String with email format/)
    .fill("ada@example.com");
  await asked(page)
    .getByLabel(/^String with date format/)
    .fill("2001-02-03");
  await asked(page).getByLabel("Bass").check();
  await press(page, /^(Review|Send)$/);
  const send = asked(page).getByRole("button", { name: "Send", exact: true });
  if (await send.isVisible()) await send.click();
  expect(textOf(await accepted)).toContain("- Email: ada@example.com");

  const declined = host.callTool(form);
  await press(page, "Decline");
  expect(textOf(await declined)).toContain("User declined to provide the requested information");
  const cancelled = host.callTool(form);
  await press(page, "Not now");
  expect(textOf(await cancelled)).toContain("User cancelled the elicitation dialog");

  const url = "https://example.com/connect";
  await machine.browser.route("https://*/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Done there</h1>" }),
  );
  const opening = host.callTool(link, { url, message: "Connect it." });
  const [opened] = await Promise.all([machine.browser.waitForEvent("page"), press(page, /^Open/)]);
  await opened.getByText("Done there").waitFor();
  await opened.close();
  expect(textOf(await opening)).toContain("User completed the URL elicitation flow");
  const refused = host.callTool(link, { url, message: "Connect it once more." });
  await press(page, "Decline");
  expect(textOf(await refused)).toContain("User declined");
}

describe("a host without elicitation", () => {
  it("answers every question of server-everything over stdio", async () => {
    await using machine = await openMachine(chromium);
    await answerEverything(machine, ["--", process.execPath, everything, "stdio"]);
  });

  it("answers every question of server-everything over HTTP", async () => {
    await using server = await everythingOverHttp();
    await using machine = await openMachine(chromium);
    await answerEverything(machine, [server.url]);
  });

  it("opens what server-everything requires before it takes a call, and makes the call again", async () => {
    await using machine = await openMachine(chromium);
    const { host } = await machine.host(["--", process.execPath, everything, "stdio"]);
    await machine.browser.route("https://*/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<h1>Done there</h1>" }),
    );
    const url = "https://example.com/connect";
    const calling = host.callTool("trigger-url-elicitation", { url, errorPath: true });
    const page = await machine.page();
    await asked(page).getByText("Open this link to satisfy the prerequisite").waitFor();
    const [opened] = await Promise.all([
      machine.browser.waitForEvent("page"),
      press(page, /^Open/),
    ]);
    await opened.getByText("Done there").waitFor();
    await opened.close();
    await press(page, /try again|continue|done/i);
    await asked(page).getByText("Please open the link").waitFor();
    await Promise.all([machine.browser.waitForEvent("page"), press(page, /^Open/)]);
    expect(textOf(await calling)).toContain("User completed the URL elicitation flow");
  });

  it.each(["2025-11-25", "2026-07-28"] as const)(
    "of %s answers a server on fastmcp",
    async (protocolVersion) => {
      await using machine = await openMachine(chromium);
      const { host } = await machine.host(["--", peerNode(), fastmcp], { protocolVersion });
      const calling = host.callTool("greet");
      const page = await machine.page();
      await asked(page).getByLabel("Name").fill("Ada");
      await press(page, "Send");
      expect(JSON.parse(textOf(await calling))).toMatchObject({ content: { name: "Ada" } });
    },
  );

  it.each(["2025-11-25", "2026-07-28"] as const)(
    "of %s answers a server on mcp-use",
    async (protocolVersion) => {
      await using server = await startMcpUse();
      await using machine = await openMachine(chromium);
      const { host } = await machine.host([server.url], { protocolVersion });
      const calling = host.callTool("greet");
      const page = await machine.page();
      await asked(page).getByLabel("Name").fill("Ada");
      await press(page, "Send");
      expect(JSON.parse(textOf(await calling))).toMatchObject({ content: { name: "Ada" } });
    },
  );
});
