import { describe, expect, it } from "vitest";
import { langchain, langchainSdkV1 } from "./agent-libraries.js";
import { describeLibrary } from "./behaviours.js";
import { errorOf, mountedInbox, nothingOpen, shown } from "./host.js";
import { connectWith } from "./libraries/langchain.mjs";
import { wires2025 } from "./library.js";
import { startServer } from "./start-server.js";

describeLibrary(langchain);
describeLibrary(langchainSdkV1);

describe("the options of loadMcpTools", () => {
  const requestedSchema = { type: "object", properties: {} };
  const params = { message: "Sure?", requestedSchema };

  it("have a time-out that counts while the user thinks, and ends the question", async () => {
    await using server = await startServer(wires2025[0]!);
    const { inbox } = mountedInbox();
    const host = await connectWith(inbox, server.reach, { defaultToolTimeout: 500 });
    const late = errorOf(host.call("ask", { params }));
    await shown(inbox);
    expect((await late).message).toMatch(/time/i);
    await nothingOpen(inbox);
    await host.close();
  });

  it("have no headers for a single call", async () => {
    await using server = await startServer(wires2025[0]!);
    const beforeToolCall = (): object => ({ headers: { "x-a": "b" } });
    const host = await connectWith(mountedInbox().inbox, server.reach, { beforeToolCall });
    const { message } = await errorOf(host.call("declared"));
    expect(message).toContain("does not support header changes");
    await host.close();
  });
});
