import { decline } from "midcall/client";
import { expect, it } from "vitest";
import { connectHost, nothingOpen, shown } from "../host.js";
import type { ClientLibrary, Wire } from "../library.js";

const requestedSchema = { type: "object", properties: {} };
const params = { message: "Sure?", requestedSchema };

/** A question of 2025 ends when nobody waits for its answer. */
export function withdrawals(library: ClientLibrary, wire: Wire): void {
  it("closes a question that the server withdraws: its first, whose id is often 0, and a later one", async () => {
    await using host = await connectHost(library, wire);
    for (let count = 0; count < 2; count++) {
      const said = host.call("ask", { params });
      await shown(host.inbox);
      await host.call("withdraw");
      await nothingOpen(host.inbox);
      expect(await said).toMatch(/^error/);
    }
    const said = host.call("ask", { params });
    host.inbox.respond((await shown(host.inbox)).id, decline());
    expect(JSON.parse(await said)).toEqual({ action: "decline" });
  });

  it("closes a question when the host closes the connection", async () => {
    const host = await connectHost(library, wire);
    await using _ = host;
    const said = host.call("ask", { params }).then(
      () => "said",
      () => "lost",
    );
    await shown(host.inbox);
    await host.close();
    await nothingOpen(host.inbox);
    expect(await said).toBe("lost");
  });
}
