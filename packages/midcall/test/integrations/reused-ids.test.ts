import { Client } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { accept, createInbox, decline, type Inbox } from "midcall/client";
import { attach as attachAiSdk } from "midcall/integrations/ai-sdk";
import { attach as attachSdkV1 } from "midcall/integrations/sdk-v1";
import { expect, it, vi } from "vitest";
import { createFakeTransport, type FakeTransport } from "./fake-transport.js";

const info = { name: "host", version: "1" };
const asks = (message: string) => ({
  id: "c1",
  method: "elicitation/create",
  params: { message, requestedSchema: { type: "object", properties: {} } },
});

const hosts: Record<string, (inbox: Inbox, transport: FakeTransport) => Promise<unknown>> = {
  "the official client": async (inbox, transport) => {
    const client = new Client(info);
    inbox.attach(client as never, { server: "Fake" });
    await client.connect(transport as never);
  },
  "SDK 1.x": (inbox, transport) =>
    attachSdkV1(inbox, new ClientV1(info), { server: "Fake" }).connect(transport as never),
  "the AI SDK": (inbox, transport) => attachAiSdk(inbox, transport, { server: "Fake" }).start(),
};

/** What went out under the id. */
const answers = ({ sent }: FakeTransport): unknown[] =>
  sent.filter(({ id }) => id === "c1").map(({ result, error }) => result ?? error);

for (const [name, connect] of Object.entries(hosts)) {
  it.each(["while it is open", "in the moment in which it is withdrawn"])(
    `a server that uses the id of a question again %s gets no answer to either, with ${name}`,
    async (when) => {
      const inbox = createInbox();
      inbox.mount();
      const transport = createFakeTransport();
      await connect(inbox, transport);
      transport.receive(asks("Show the weather?"));
      await vi.waitFor(() => expect(inbox.getSnapshot().showing).toHaveLength(1));
      const { id } = inbox.getSnapshot().showing[0]!;
      if (when !== "while it is open")
        transport.receive({ method: "notifications/cancelled", params: { requestId: "c1" } });
      transport.receive(asks("Delete everything?"));
      // The user's click comes later than messages that are on their way.
      await new Promise((later) => setTimeout(later));
      inbox.respond(id, accept({}));
      await vi.waitFor(() => expect(answers(transport).length).toBeGreaterThan(0));
      await vi.waitFor(() => expect(inbox.getSnapshot().showing).toEqual([]));
      // Whatever else it says of them, it says before the answer to a question that comes later.
      transport.receive({ ...asks("And now?"), id: "c2" });
      await vi.waitFor(() => expect(inbox.getSnapshot().showing).toHaveLength(1));
      inbox.respond(inbox.getSnapshot().showing[0]!.id, decline());
      await vi.waitFor(() => expect(transport.sent.at(-1)).toMatchObject({ id: "c2" }));
      for (const answer of answers(transport))
        expect(answer).not.toHaveProperty("action", "accept");
    },
  );
}
