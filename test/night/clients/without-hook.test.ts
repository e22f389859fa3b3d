import { describe, expect, it } from "vitest";
import { declaredByAgents, declaredByMultiServer } from "./libraries/without-hook.mjs";
import { wires2025 } from "./library.js";
import { startServer } from "./start-server.js";

/** What the pages of these libraries say is impossible. Once it is possible, they are to be changed. */
describe("servers are told that nobody can answer", () => {
  it("by MultiServerMCPClient of LangChain", async () => {
    await using server = await startServer(wires2025[0]!);
    expect(await declaredByMultiServer(server.reach)).not.toHaveProperty("capability");
  });

  it.each(wires2025)("by the OpenAI Agents SDK's own servers, over $transport", async (wire) => {
    await using server = await startServer(wire);
    expect(await declaredByAgents(server.reach)).not.toHaveProperty("capability");
  });
});
