import { accept, createInbox, type InboxOptions } from "midcall/client";
import { describe, expect, it } from "vitest";
import type { TranscriptEntry } from "../../src/testing/transcript.js";
import { color, connect, nextShown } from "../client/lab.js";
import { buildGuardServer } from "../testing/guard-server.js";
import { asking, link, linking, modern, old, requestsIn, run, tap } from "./wire.js";

const form = { mode: "form", message: "Which?", requestedSchema: color };
const red = { action: "accept", content: { color: "red" } };

describe("what a host announces", () => {
  it.each(["2025-06-18", "2025-11-25"] as const)(
    "is in the handshake exactly if it can answer, on %s [ELI-25A-05, ELI-25B-07]",
    async (protocolVersion) => {
      const announced = async (options: InboxOptions): Promise<unknown> => {
        let transcript!: TranscriptEntry[];
        await using _ = await connect(createInbox(options), { protocolVersion }, buildGuardServer, {
          prepare: (client) => (transcript = tap(client)),
        });
        const [handshake] = requestsIn(transcript, "initialize");
        const { capabilities } = handshake!.params as { capabilities: Record<string, unknown> };
        return capabilities["elicitation"];
      };
      expect(await announced({ onElicitation: () => accept({}) })).toEqual({ form: {}, url: {} });
      expect(await announced({})).toBeUndefined();
    },
  );

  it("is in every request, the retries too, beside the caller's own _meta [ELI-26-07, MRTR-26-02]", async () => {
    let transcript!: TranscriptEntry[];
    const inbox = createInbox({ onElicitation: () => accept({ name: "Ada" }) });
    await using host = await connect(inbox, modern, buildGuardServer, {
      prepare: (client) => (transcript = tap(client)),
    });
    const _meta = { "example.com/trace": "7" };
    await host.client.listTools();
    await host.client.callTool({ name: "chain", _meta });
    await host.client.getPrompt({ name: "letter" });
    await host.client.readResource({ uri: "card://mine" });
    const sent = requestsIn(transcript);
    expect(sent.length).toBeGreaterThanOrEqual(8);
    for (const { method, params } of sent) {
      expect(params["_meta"], method).toMatchObject({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "lab-host" },
        "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {}, url: {} } },
      });
    }
    const legs = requestsIn(transcript, "tools/call");
    expect(legs).toHaveLength(3);
    for (const { params } of legs) expect(params["_meta"]).toMatchObject(_meta);
  });

  it.each(linking)(
    "names a mode at least, and each it names works, on $era [ELI-25B-08, ELI-26-08]",
    async (wire) => {
      const forms = createInbox();
      forms.mount();
      expect(forms.capability()).toEqual({ form: {} });
      await using a = await connect(forms, wire, asking(form));
      const first = run(a.client);
      forms.respond((await nextShown(forms)).id, accept({ color: "red" }));
      expect(await first).toEqual([red]);

      const both = createInbox({ open: () => {} });
      both.mount();
      expect(both.capability()).toEqual({ form: {}, url: {} });
      await using b = await connect(both, wire, asking(form, link()));
      const second = run(b.client);
      const { id } = await nextShown(both);
      both.respond(id, accept({ color: "red" }));
      both.respond((await nextShown(both, id)).id, accept());
      expect(await second).toEqual([red, { action: "accept" }]);
    },
  );
});

describe("a mode that was never announced", () => {
  it("is answered -32602, and the connection goes on [ELI-25B-39]", async () => {
    const inbox = createInbox();
    inbox.mount();
    const voice = { ...form, mode: "voice" };
    await using host = await connect(inbox, old, asking(link(), voice, { ...form, mode: 1 }, form));
    const answers = run(host.client);
    inbox.respond((await nextShown(inbox)).id, accept({ color: "red" }));
    const refused = { code: -32602 };
    expect(await answers).toEqual([refused, refused, refused, red]);
  });

  it("is any mode where none was [ELI-25B-39]", async () => {
    const inbox = createInbox({ open: () => {} });
    await using host = await connect(inbox, old, asking(form, link()));
    inbox.mount();
    expect(await run(host.client)).toEqual([{ code: -32602 }, { code: -32602 }]);
    expect(inbox.getSnapshot().showing).toEqual([]);
  });
});
