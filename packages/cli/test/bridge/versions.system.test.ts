import { accept, cancel, decline, protocolVersions } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { bridge, scriptedAsker } from "./lab.js";

const textOf = (result: { content: readonly { type: string; text?: string }[] }): unknown => {
  const text = result.content[0]!.text!;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
const both = { elicitation: { form: {}, url: {} } };
const nobody = scriptedAsker(() => {
  throw new Error("Nobody is to be asked here.");
});

for (const speaks of [...protocolVersions, "all"]) {
  describe.each(protocolVersions)(`a host of %s and a server of ${speaks}`, (protocolVersion) => {
    it("sees the server's name, tools and instructions", async () => {
      await using bridged = await bridge(speaks, { protocolVersion, asker: nobody });
      const { client } = bridged.host;
      expect(client.getServerVersion()).toMatchObject({ name: "asking-server", version: "3.2.1" });
      expect(client.getInstructions()).toBe("Ask for colors.");
      const tools = await bridged.host.listTools();
      expect(tools.map(({ name }) => name)).toContain("form_and_link");
      expect(bridged.errors).toEqual([]);
    });

    it.each([
      ["accepted", accept({ color: "red" })],
      ["declined", decline()],
      ["cancelled", cancel()],
    ])("asks the host, whose user %s", async (_, answer) => {
      await using bridged = await bridge(speaks, {
        ...{ protocolVersion, capabilities: both, asker: nobody, answers: [answer] },
      });
      const result = await bridged.host.callTool("form");
      expect(textOf(result)).toEqual({ one: answer });
      bridged.host.expectNoLeftovers();
    });

    it.each([
      ["accepts", { action: "accept", content: { color: "blue" } }],
      ["declines", { action: "decline" }],
      ["cancels", { action: "cancel" }],
    ])("asks itself for a host without elicitation, and the user %s", async (_, answer) => {
      const asker = scriptedAsker(() => answer);
      await using bridged = await bridge(speaks, { protocolVersion, capabilities: {}, asker });
      expect(textOf(await bridged.host.callTool("form", { tag: "!" }))).toEqual({ one: answer });
      expect(asker.questions).toHaveLength(1);
      expect(asker.questions[0]).toMatchObject({
        params: { message: "Which color?!" },
        about: { call: { method: "tools/call", name: "form", arguments: { tag: "!" } } },
      });
    });

    it("asks two questions at once", async () => {
      const asker = scriptedAsker(({ params: { message } }) => ({
        action: "accept",
        content: { color: String(message) },
      }));
      await using bridged = await bridge(speaks, { protocolVersion, capabilities: {}, asker });
      expect(textOf(await bridged.host.callTool("two"))).toEqual({
        one: { action: "accept", content: { color: "First?" } },
        two: { action: "accept", content: { color: "Second?" } },
      });
    });

    it("asks one question after the other", async () => {
      const asker = scriptedAsker(({ params: { message } }) => ({
        action: "accept",
        content: { color: String(message) },
      }));
      await using bridged = await bridge(speaks, { protocolVersion, capabilities: {}, asker });
      expect(textOf(await bridged.host.callTool("twice"))).toMatchObject({
        two: { action: "accept", content: { color: "Second?" } },
      });
      expect(asker.questions).toHaveLength(2);
    });

    it("passes results on with every member", async () => {
      await using bridged = await bridge(speaks, { protocolVersion, asker: nobody });
      const value = { deep: [{ ключ: null }] };
      expect(await bridged.host.callTool("echo", { value })).toMatchObject({
        structuredContent: { value, extra: { nested: [1, null] } },
        "x-unknown": "kept",
      });
    });

    it("asks for roots", async () => {
      const roots = [{ uri: "file:///a", name: "a" }];
      await using bridged = await bridge(speaks, {
        ...{ protocolVersion, asker: nobody, capabilities: { roots: {} } },
        onRequest: () => ({ roots }),
      });
      expect(textOf(await bridged.host.callTool("roots"))).toMatchObject({ roots });
    });
  });
}
