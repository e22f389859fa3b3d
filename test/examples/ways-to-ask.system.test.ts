import type { CallToolResult, ClientCapabilities } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import {
  accept,
  type Answers,
  createTestHost,
  type ProtocolVersion,
  type TestHost,
} from "midcall/testing";
import { describe, expect, it } from "vitest";
import { Browser } from "../../packages/midcall/test/pages/browser.js";
import { built } from "../e2e/built.js";
import { mainVersions } from "../night.js";
import { addressIn, createNotingBrowser, type NotingBrowser } from "../e2e/noting-browser.js";
import { patienceMs } from "../night.js";

/** The example on a machine with this browser, and a host with these capabilities. */
function hostOn(
  { env }: NotingBrowser,
  protocolVersion: ProtocolVersion,
  capabilities: ClientCapabilities,
  answers: Answers = [],
): Promise<TestHost> {
  const args = [built("ways-to-ask.js")];
  const connection = new StdioClientTransport({ command: process.execPath, args, env });
  return createTestHost({ timeoutMs: 600_000, protocolVersion, connection, capabilities, answers });
}

const restaurant = { restaurant: "Chez Nous" };
const saidBy = ({ content: [first] }: CallToolResult): string =>
  first?.type === "text" ? first.text : "";

describe.each(mainVersions)("the example of the ways, on %s", (protocolVersion) => {
  it("asks in the host's own forms", async () => {
    using noting = createNotingBrowser();
    const answers = [accept({ people: 4 }), accept({ confirm: true })];
    await using host = await hostOn(
      noting,
      protocolVersion,
      { elicitation: { form: {} } },
      answers,
    );
    const end = saidBy(await host.callTool("book_table", restaurant));
    expect(end).toBe("Booked for 4. The answer came by native.");
    expect(noting.count()).toBe(0);
  });

  it("asks in the view of a host that shows views", async () => {
    using noting = createNotingBrowser();
    const mimeTypes = ["text/html;profile=mcp-app"];
    await using host = await hostOn(noting, protocolVersion, {
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
    expect(noting.count()).toBe(0);
  });

  it("lets the model carry the number, and opens a page for the confirmation", async () => {
    using noting = createNotingBrowser();
    await using host = await hostOn(noting, protocolVersion, {});
    const first = saidBy(await host.callTool("book_table", restaurant));
    const [, continuation] = /continuation "([^"]+)"/.exec(first)!;
    const answer = { continuation, action: "accept", content: { people: 4 } };
    const call = host.callTool("midcall_relay_answer", answer);
    const browser = new Browser({});
    const page = await browser.open(addressIn(await noting.opened()));
    // A page that has opened by itself takes no answer at first.
    const send = async (): Promise<string> => (await browser.press(page, "yes")).title;
    await expect.poll(send, { timeout: patienceMs }).toBe("Sent");
    expect(saidBy(await call)).toBe("Booked for 4. The answer came by relay.");
  });
});
