import { accept, cancel, decline, type ProtocolVersion, protocolVersions } from "midcall/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isNight, mainVersions } from "../../../../test/night.js";
import type { Members } from "../../src/bridge/wire/messages.js";
import { bridge, type BridgedHost, scriptedAsker } from "./lab.js";

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

/**
 * The versions of hosts for a server of these versions. 2025-06-18 and 2025-11-25 ask alike: what one of them does
 * opposite another version, both do at night.
 */
const hostsFor = (speaks: string): readonly ProtocolVersion[] => {
  if (isNight) return protocolVersions;
  return speaks === "2025-06-18" ? ["2025-06-18"] : mainVersions;
};

// Each group of tests has one bridge and one server, since starting them takes longest.
for (const speaks of [...protocolVersions, "all"]) {
  describe.each(hostsFor(speaks))(`a host of %s and a server of ${speaks}`, (protocolVersion) => {
    describe("that asks nothing of the user", () => {
      let bridged: BridgedHost;
      const roots = [{ uri: "file:///a", name: "a" }];
      beforeAll(async () => {
        bridged = await bridge(speaks, {
          ...{ protocolVersion, asker: nobody, capabilities: { roots: {} } },
          onRequest: () => ({ roots }),
        });
      });
      afterAll(() => bridged[Symbol.asyncDispose]());

      it("sees the server's name, tools and instructions", async () => {
        const { client } = bridged.host;
        expect(client.getServerVersion()).toMatchObject({
          ...{ name: "asking-server", version: "3.2.1" },
        });
        expect(client.getInstructions()).toBe("Ask for colors.");
        const tools = await bridged.host.listTools();
        expect(tools.map(({ name }) => name)).toContain("form_and_link");
        expect(bridged.errors).toEqual([]);
      });

      it("passes results on with every member", async () => {
        const value = { deep: [{ ключ: null }] };
        expect(await bridged.host.callTool("echo", { value })).toMatchObject({
          structuredContent: { value, extra: { nested: [1, null] } },
          "x-unknown": "kept",
        });
      });

      it("asks for roots", async () => {
        expect(textOf(await bridged.host.callTool("roots"))).toMatchObject({ roots });
      });
    });

    describe("that can ask its user", () => {
      let bridged: BridgedHost;
      const answers = [accept({ color: "red" }), decline(), cancel()] as const;
      beforeAll(async () => {
        bridged = await bridge(speaks, {
          ...{ protocolVersion, capabilities: both, asker: nobody, answers },
        });
      });
      afterAll(() => bridged[Symbol.asyncDispose]());

      it("is asked, and its user accepts, declines and cancels", async () => {
        for (const answer of answers) {
          expect(textOf(await bridged.host.callTool("form"))).toEqual({ one: answer });
        }
        bridged.host.expectNoLeftovers();
      });
    });

    describe("that cannot ask its user", () => {
      let bridged: BridgedHost;
      let answer: (message: string) => Members;
      const asker = scriptedAsker(({ params: { message } }) => answer(String(message)));
      beforeAll(async () => {
        bridged = await bridge(speaks, { protocolVersion, capabilities: {}, asker });
      });
      afterAll(() => bridged[Symbol.asyncDispose]());
      beforeEach(() => void asker.questions.splice(0));
      // A server of 2025 on a pipe asks beside its calls.
      const isNamed = (speaks === "all" ? protocolVersion : speaks) === "2026-07-28";
      const call = { method: "tools/call", name: "form", arguments: { tag: "!" } };
      const colorOf = (color: string): Members => ({ action: "accept", content: { color } });

      it.each([
        ["accepts", colorOf("blue")],
        ["declines", { action: "decline" }],
        ["cancels", { action: "cancel" }],
      ])("has the bridge ask itself, and the user %s", async (_, given) => {
        answer = () => given;
        expect(textOf(await bridged.host.callTool("form", { tag: "!" }))).toEqual({ one: given });
        expect(asker.questions).toHaveLength(1);
        expect(asker.questions[0]).toMatchObject({
          params: { message: "Which color?!" },
          about: { call: isNamed ? call : undefined },
        });
      });

      it("has the bridge ask two questions at once", async () => {
        answer = colorOf;
        expect(textOf(await bridged.host.callTool("two"))).toEqual({
          one: { action: "accept", content: { color: "First?" } },
          two: { action: "accept", content: { color: "Second?" } },
        });
      });

      it("has the bridge ask one question after the other", async () => {
        answer = colorOf;
        expect(textOf(await bridged.host.callTool("twice"))).toMatchObject({
          two: { action: "accept", content: { color: "Second?" } },
        });
        expect(asker.questions).toHaveLength(2);
      });
    });
  });
}
