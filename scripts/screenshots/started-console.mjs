// The built console on the example server, and a user's usual steps in it.
import { fileURLToPath } from "node:url";
import { openTerminal } from "../drivers/terminal.mjs";

/** The built program. */
export const midcall = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));

/**
 * @param {string} folder - where the server is
 * @param {string} state - the console's own directory
 * @param {{ name?: string, file?: string }} [server] - what it is called, and its program
 */
export async function startConsole(folder, state, { name = "Examples", file = "server.mjs" } = {}) {
  const args = ["console", "--no-open", "--port", "0", "--name", name, "--state", state];
  const command = [process.execPath, midcall, ...args, "--", "node", file];
  const git = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const terminal = openTerminal(command, { cwd: folder, env: { ...process.env, ...git } });
  const [url] = await terminal.sees(/http:\/\/127(?:\.\d+){3}:\d+\/[\w-]+\/#token=\S+(?=\s)/);
  return { url, close: () => terminal.close() };
}

/** What a user does in the console. @param {import("playwright-core").Page} page */
export function stepsIn(page) {
  const nav = page.getByRole("navigation", { name: "Console" });
  const toServer = () => nav.getByRole("link", { name: "Examples", exact: true }).click();
  return {
    toServer,
    /** Goes to a section of the server. */
    async section(name) {
      await toServer();
      // The link may end with how many there are.
      await page
        .getByRole("link", { name: new RegExp(`^${name}( ?\\d+)?$`) })
        .first()
        .click();
    },
    async tool(name) {
      await toServer();
      await page.getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await page.getByRole("heading", { name: "Arguments" }).waitFor();
    },
    call: () => page.getByRole("button", { name: "Call", exact: true }).click(),
    asked: page.getByRole("article", { name: "Examples asks" }),
  };
}
