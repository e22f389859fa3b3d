import type { Browser, FrameLocator, Page } from "playwright-core";
import { openInspector, runInspector } from "./start-inspector.js";

/** How the Inspector speaks with a server. */
export interface InspectedServer {
  /** Its address. */
  readonly url: string;
  /** `modern` for 2026-07-28, `legacy` for 2025-11-25. */
  readonly protocolEra: "legacy" | "modern";
}

/** The Inspector as a host of MCP Apps. */
export interface InspectorApps extends AsyncDisposable {
  readonly page: Page;
  /** Opens a tool as an App and calls it. Resolves with the frame of its View, once that has introduced itself. */
  openApp(tool: string): Promise<FrameLocator>;
  /** Calls a tool in the list of tools. */
  callTool(tool: string): Promise<void>;
  /** The frame of the View that an elicitation is shown in. */
  elicitation(): Promise<FrameLocator>;
}

/** The View is in a frame of the sandbox's frame. */
const viewIn = (frames: FrameLocator): FrameLocator => frames.frameLocator("iframe");

/** Starts the official Inspector with a server on HTTP, and connects it. */
export async function openInspectorApps(
  browser: Browser,
  { url, protocolEra }: InspectedServer,
): Promise<InspectorApps> {
  const server = ["--transport", "http", "--server-url", url, "--protocol-era", protocolEra];
  const started = await openInspector(browser, await runInspector(server));
  const { page } = started;
  const section = (name: string): Promise<void> =>
    page.getByText(name, { exact: true }).first().click();
  return {
    page,
    async openApp(tool) {
      await section("Apps");
      await page.getByText(tool, { exact: true }).first().click();
      const open = page.getByTestId("open-app");
      const app = page.getByTestId("apps-form");
      // A tool without arguments is opened by the choice.
      await open.or(app.locator("iframe")).first().waitFor();
      if (await open.isVisible()) await open.click();
      await page.locator('[data-testid="apps-form"][data-app-status="ready"]').waitFor();
      return viewIn(app.frameLocator("iframe"));
    },
    async callTool(tool) {
      await section("Tools");
      await page.getByText(tool, { exact: true }).first().click();
      await page.getByRole("button", { name: /^(Execute|Run|Call)/ }).click();
    },
    async elicitation() {
      const dialog = page.getByTestId("app-elicitation");
      await dialog.and(page.locator('[data-app-elicitation-status="ready"]')).waitFor();
      return viewIn(dialog.frameLocator("iframe"));
    },
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  };
}
