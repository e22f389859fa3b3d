import { SpanKind } from "@opentelemetry/api";
import { decline } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { connectHost } from "../server/frameworks/framework-lab.js";
import { sdkV1 } from "../server/frameworks/sdk-v1-server.js";
import { createSdk } from "./lab.js";

describe.each(sdkV1.wires)("an SDK 1.x server on $protocolVersion over $transport", (wire) => {
  it("has the spans of its calls and questions", async () => {
    const sdk = createSdk();
    await using started = await connectHost(
      sdkV1,
      wire,
      { tool: async (ctx) => (await ctx.elicit("Go?", ["a"])).action, prompt: () => "Dear Ada" },
      { answers: [decline()] },
      { telemetry: sdk.telemetry },
    );
    await started.host.callTool("run", { who: "Ada" });
    await started.host.getPrompt("letter");
    expect(sdk.spans().map(({ name, kind }) => [name, kind])).toEqual([
      ["elicitation/create", SpanKind.CLIENT],
      ["tools/call run", SpanKind.SERVER],
      ["prompts/get letter", SpanKind.SERVER],
    ]);
    const [question, call] = sdk.spans();
    expect(question!.parentSpanContext?.spanId).toBe(call!.spanContext().spanId);
    expect(call!.attributes).toMatchObject({
      "mcp.protocol.version": wire.protocolVersion,
      "jsonrpc.request.id": expect.stringMatching(/^\d+$/),
      ...(wire.transport === "http" && { "mcp.session.id": expect.stringMatching(/^[\w-]{22}$/) }),
    });
  });
});
