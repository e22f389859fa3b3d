import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  ElicitationCompleteNotificationSchema,
  ElicitRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { createInbox } from "midcall/client";
import { attach } from "midcall/integrations/sdk-v1";
import { expect, it, vi } from "vitest";
import { createFakeTransport } from "./fake-transport.js";

const params = { message: "Sure?", requestedSchema: { type: "object", properties: {} } };

function mounted() {
  const inbox = createInbox();
  inbox.mount();
  return inbox;
}

const newClient = (): Client => new Client({ name: "host", version: "1.0.0" });

it("returns the client, which is its own", () => {
  const client = newClient();
  expect(attach(mounted(), client, { server: "Fake" })).toBe(client);
});

it("refuses a client that it cannot attach, and says why", async () => {
  const inbox = mounted();
  const twice = attach(inbox, newClient(), { server: "Fake" });
  expect(() => attach(inbox, twice, { server: "Fake" })).toThrow("already has an inbox");

  const connected = newClient();
  await connected.connect(createFakeTransport() as Transport);
  expect(() => attach(inbox, connected, { server: "Fake" })).toThrow("before client.connect");

  const handled = new Client(
    { name: "host", version: "1.0.0" },
    { capabilities: { elicitation: {} } },
  );
  handled.setRequestHandler(ElicitRequestSchema, () => ({ action: "cancel" }));
  expect(() => attach(inbox, handled, { server: "Fake" })).toThrow("elicitation/create");
  expect(() => attach(inbox, newClient(), { server: "" })).toThrow("server must be");
});

it("leaves the host its own handlers: of other requests, and for the end of a page", async () => {
  const inbox = mounted();
  const client = newClient();
  client.fallbackRequestHandler = async ({ method }) => ({ seen: method });
  attach(inbox, client, { server: "Fake" });
  const ended = vi.fn();
  client.setNotificationHandler(ElicitationCompleteNotificationSchema, ended);
  const complete = vi.spyOn(inbox, "complete");
  const transport = createFakeTransport();
  await client.connect(transport as Transport);
  transport.receive({ id: 7, method: "custom/thing" });
  await vi.waitFor(() =>
    expect(transport.sent.at(-1)).toMatchObject({ id: 7, result: { seen: "custom/thing" } }),
  );
  const method = "notifications/elicitation/complete";
  transport.receive({ method, params: { elicitationId: "one" } });
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
  expect(complete).toHaveBeenCalledExactlyOnceWith("Fake", "one", expect.anything());
});

it("says that the user starts the calls by hand, with startedBy", async () => {
  for (const startedBy of ["user", "model"] as const) {
    const inbox = mounted();
    const client = attach(inbox, newClient(), { server: "Fake", startedBy });
    const transport = createFakeTransport();
    await client.connect(transport as Transport);
    const called = client.callTool({ name: "ask" }).catch(() => "closed");
    await vi.waitFor(() => transport.paramsOf("tools/call"));
    transport.receive({ id: 1, method: "elicitation/create", params });
    await vi.waitFor(() =>
      expect(inbox.getSnapshot().showing).toMatchObject([{ ownCall: startedBy === "user" }]),
    );
    await client.close();
    expect(await called).toBe("closed");
  }
});

it("keeps a timeout of the host's author", async () => {
  const client = attach(mounted(), newClient(), { server: "Fake" });
  const transport = createFakeTransport();
  await client.connect(transport as Transport);
  const call = client.callTool({ name: "ask" }, undefined, { timeout: 20 });
  await expect(call).rejects.toMatchObject({ code: -32001 });
  expect(transport.paramsOf("tools/call")).not.toHaveProperty("_meta.progressToken");
});
