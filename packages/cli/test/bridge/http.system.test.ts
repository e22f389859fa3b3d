import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { accept, createTestHost } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { isNight, mainVersions } from "../../../../test/night.js";
import { HttpServer } from "../../src/bridge/ends/http-server.js";
import { LONG_MS, bridge, httpServer, listeningBridge, scriptedAsker } from "./lab.js";

const both = { elicitation: { form: {}, url: {} } };
const one = (message: string, color: string): unknown => ({
  [message]: { action: "accept", content: { color } },
});
const textOf = (result: { content: readonly unknown[] }): unknown =>
  JSON.parse((result.content as readonly { text: string }[])[0]!.text);
const user = () =>
  scriptedAsker(({ params: { message, mode } }) =>
    mode === "url"
      ? { action: "accept" }
      : { action: "accept", content: { color: `own ${String(message)}` } },
  );
const connection = (url: URL): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(url);

// Every pair of versions is tried without HTTP, by versions.system.test.ts.
for (const speaks of [...mainVersions, ...(isNight ? ["all"] : [])]) {
  describe.each(mainVersions)(`a host of %s and a server of ${speaks}`, (protocolVersion) => {
    it("stdio to HTTP", async () => {
      await using server = await httpServer(speaks);
      const asker = user();
      const create = () =>
        new HttpServer({
          url: server.url,
          transport: {},
          onError: (error) => void console.error(error),
        });
      {
        await using bridged = await bridge(create, { protocolVersion, asker, capabilities: {} });
        expect(textOf(await bridged.host.callTool("form", { tag: "!" }))).toEqual(
          one("one", "own Which color?!"),
        );
        expect(textOf(await bridged.host.callTool("form_and_link"))).toMatchObject({
          two: { action: "accept" },
        });
      }
      await using bridged = await bridge(create, {
        ...{ protocolVersion, asker, capabilities: both, answers: [accept({ color: "red" })] },
      });
      expect(textOf(await bridged.host.callTool("form"))).toEqual(one("one", "red"));
    });

    it.each(["a program", "a URL"])("HTTP to %s", async (kind) => {
      await using server = kind === "a URL" ? await httpServer(speaks) : undefined;
      const asker = user();
      await using listening = await listeningBridge(server?.url ?? speaks, asker);
      {
        await using host = await createTestHost({
          timeoutMs: LONG_MS,
          ...{ protocolVersion, capabilities: {}, connection: connection(listening.url) },
        });
        expect(host.client.getInstructions()).toBe("Ask for colors.");
        const asked = ["a", "b", "c"].map((tag) => host.callTool("two", { tag }));
        expect((await Promise.all(asked)).map(textOf)).toEqual(
          ["a", "b", "c"].map((tag) => ({
            one: { action: "accept", content: { color: `own First?${tag}` } },
            two: { action: "accept", content: { color: `own Second?${tag}` } },
          })),
        );
      }
      await using host = await createTestHost({
        timeoutMs: LONG_MS,
        ...{ protocolVersion, capabilities: both, connection: connection(listening.url) },
        ...{ answers: [accept({ color: "red" })] },
      });
      expect(textOf(await host.callTool("form"))).toEqual(one("one", "red"));
      expect(listening.errors).toEqual([]);
    });
  });
}
