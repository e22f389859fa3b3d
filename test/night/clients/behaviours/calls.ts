import { accept, decline } from "midcall/client";
import { expect, it } from "vitest";
import { connectHost, errorOf, eventually, mountedInbox, nothingOpen, shown } from "../host.js";
import type { ClientLibrary, Wire } from "../library.js";

const requestedSchema = { type: "object", properties: { name: { type: "string" } } };
const params = { message: "Who?", requestedSchema };

/** Calls and the questions in them. */
export function calls(library: ClientLibrary, wire: Wire): void {
  const is2026 = wire.protocolVersion === "2026-07-28";

  it("gives each of two calls at once its own answer", async () => {
    await using host = await connectHost(
      library,
      wire,
      mountedInbox({ policy: { concurrent: 2 } }),
    );
    const both = ["Ada", "Bo"].map((name) =>
      host.call("ask", { params: { ...params, message: `${name}?` } }),
    );
    await eventually(() => expect(host.inbox.getSnapshot().showing).toHaveLength(2));
    for (const { id, message } of host.inbox.getSnapshot().showing) {
      host.inbox.respond(id, accept({ name: message.replace("?", "") }));
    }
    const answers = (await Promise.all(both)).map(
      (said) => (JSON.parse(said) as { content: unknown }).content,
    );
    expect(answers).toEqual([{ name: "Ada" }, { name: "Bo" }]);
  });

  it("asks in a prompt", async ({ skip }) => {
    await using host = await connectHost(library, wire);
    if (!host.prompt) return skip("It has no prompts.");
    const said = host.prompt("letter");
    host.inbox.respond((await shown(host.inbox)).id, accept({ pages: 3 }));
    expect(JSON.parse(await said)).toMatchObject({ action: "accept", content: { pages: 3 } });
  });

  if (!is2026) {
    it("lets the server wait for the user for longer than a call without progress", async () => {
      await using host = await connectHost(library, wire);
      const { meta } = JSON.parse(await host.call("declared")) as { meta: object };
      expect(meta).toHaveProperty("progressToken");
    });
  }

  it("cancels a stopped call at the server, and closes its question", async () => {
    await using host = await connectHost(library, wire);
    const stop = new AbortController();
    const stopped = errorOf(host.call("ask", { params }, stop.signal));
    await shown(host.inbox);
    stop.abort();
    await stopped;
    await nothingOpen(host.inbox);
    // On 2026-07-28 the server is not in the middle of the call while its question is open.
    if (is2026) return;
    await eventually(async () => expect(await host.call("events")).toBe("cancelled"));
  });

  it("goes on with the next call after a stopped one", async () => {
    await using host = await connectHost(library, wire);
    const stop = new AbortController();
    const stopped = errorOf(host.call("ask", { params }, stop.signal));
    const first = await shown(host.inbox);
    stop.abort();
    await stopped;
    await nothingOpen(host.inbox);
    expect(host.inbox.respond(first.id, accept({ name: "late" }))).toMatchObject({ ok: false });
    const said = host.call("ask", { params });
    host.inbox.respond((await shown(host.inbox)).id, decline());
    expect(JSON.parse(await said)).toMatchObject({ action: "decline" });
  });

  if (is2026) return;
  it("closes the question of a stopped call that its server does not withdraw", async () => {
    await using host = await connectHost(library, wire);
    const stop = new AbortController();
    const stopped = errorOf(host.call("ask_on", { params }, stop.signal));
    await shown(host.inbox);
    stop.abort();
    await stopped;
    await nothingOpen(host.inbox);
  });
}
