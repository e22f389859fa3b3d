import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallToolResult, ClientCapabilities } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import {
  accept,
  type Answers,
  createTestHost,
  type ProtocolVersion,
  protocolVersions,
  type TestHost,
} from "midcall/testing";
import { describe, expect, it } from "vitest";
import { Browser } from "../../packages/midcall/test/pages/browser.js";
import { built } from "../e2e/built.js";

/** A machine with a screen, and a browser that only notes what it is started with. */
class Machine implements Disposable {
  readonly #root = mkdtempSync(join(tmpdir(), "midcall-ways-"));
  readonly #log = join(this.#root, "opened");

  /** The example on this machine, and a host with these capabilities. */
  host(
    protocolVersion: ProtocolVersion,
    capabilities: ClientCapabilities,
    answers: Answers = [],
  ): Promise<TestHost> {
    const browser = join(this.#root, "a-browser");
    const note = `printf '%s' "$*" > '${this.#log}.new'; mv '${this.#log}.new' '${this.#log}'`;
    writeFileSync(browser, `#!/bin/sh\n${note}\n`, { mode: 0o755 });
    // So that xdg-open finds no other browser than this.
    for (const name of ["xdg-mime", "run-mailcap", "mimeopen"])
      writeFileSync(join(this.#root, name), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    const runtime = join(this.#root, "runtime");
    mkdirSync(runtime, { mode: 0o700 });
    const connection = new StdioClientTransport({
      command: process.execPath,
      args: [built("ways-to-ask.js")],
      env: {
        ...{ PATH: `${this.#root}:${process.env["PATH"]}`, HOME: this.#root, TMPDIR: runtime },
        ...{ BROWSER: browser, DISPLAY: ":99", XDG_RUNTIME_DIR: runtime },
      },
    });
    return createTestHost({ protocolVersion, connection, capabilities, answers });
  }

  hasOpened(): boolean {
    return existsSync(this.#log);
  }

  /** Presses a button on the page that the server opens. */
  async press(button: string): Promise<string> {
    await expect.poll(() => this.hasOpened(), { timeout: 15_000 }).toBe(true);
    const file = readFileSync(this.#log, "utf8");
    const url = /content="0;url=([^"]*)"/.exec(readFileSync(file, "utf8"))![1]!;
    const browser = new Browser({});
    return (await browser.press(await browser.open(url), button)).title;
  }

  [Symbol.dispose](): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

const restaurant = { restaurant: "Chez Nous" };
const saidBy = ({ content: [first] }: CallToolResult): string =>
  first?.type === "text" ? first.text : "";

it("the example of the ways is thirty lines at most", () => {
  const source = readFileSync(
    new URL("../../examples/src/ways-to-ask.ts", import.meta.url),
    "utf8",
  );
  expect(source.trimEnd().split("\n").length).toBeLessThanOrEqual(30);
});

describe.each(protocolVersions)("the example of the ways, on %s", (protocolVersion) => {
  it("asks in the host's own forms", async () => {
    using machine = new Machine();
    const answers = [accept({ people: 4 }), accept({ confirm: true })];
    await using host = await machine.host(protocolVersion, { elicitation: { form: {} } }, answers);
    const end = saidBy(await host.callTool("book_table", restaurant));
    expect(end).toBe("Booked for 4. The answer came by native.");
    expect(machine.hasOpened()).toBe(false);
  });

  it("asks in the view of a host that shows views", async () => {
    using machine = new Machine();
    const mimeTypes = ["text/html;profile=mcp-app"];
    await using host = await machine.host(protocolVersion, {
      extensions: { "io.modelcontextprotocol/ui": { mimeTypes } },
    });
    for (const content of [{ people: 4 }, { confirm: true }]) {
      const { _meta } = await host.callTool("book_table", restaurant);
      const { id, key } = _meta!["midcall/question"] as { id: string; key: string };
      const answer = { id, key, action: "accept", content };
      await host.callTool("midcall_answer", answer);
    }
    const end = saidBy(await host.callTool("book_table", restaurant));
    expect(end).toBe("Booked for 4. The answer came by app.");
    expect(machine.hasOpened()).toBe(false);
  });

  it("lets the model carry the number, and opens a page for the confirmation", async () => {
    using machine = new Machine();
    await using host = await machine.host(protocolVersion, {});
    const first = saidBy(await host.callTool("book_table", restaurant));
    const [, continuation] = /continuation "([^"]+)"/.exec(first)!;
    const answer = { continuation, action: "accept", content: { people: 4 } };
    const call = host.callTool("midcall_relay_answer", answer);
    expect(await machine.press("yes")).toBe("Sent");
    expect(saidBy(await call)).toBe("Booked for 4. The answer came by relay.");
  });
});
