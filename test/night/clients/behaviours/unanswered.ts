import { cannotAsk } from "midcall/client";
import { expect, it } from "vitest";
import { connectHost, mountedInbox, nothingOpen, shown } from "../host.js";
import type { ClientLibrary, Wire } from "../library.js";

const requestedSchema = { type: "object", properties: { sure: { type: "boolean" } } };
const params = { message: "Sure?", requestedSchema };

/** No answer of the user is invented. */
export function unanswered(library: ClientLibrary, wire: Wire): void {
  /** On 2025 an error; on 2026-07-28, which has none, a cancel with a mark. */
  const expected = (reason: string): RegExp =>
    wire.protocolVersion === "2026-07-28"
      ? new RegExp(`^{"action":"cancel","content":{"midcall/cannotAsk":"${reason}"`)
      : /^error -32603: /;

  it("says that no user answered, where a rule refuses the question", async () => {
    const mounted = mountedInbox({ policy: { rule: "block" } });
    await using host = await connectHost(library, wire, mounted);
    expect(await host.call("ask", { params })).toMatch(expected("blocked"));
  });

  it("says that no user answered, where the host gives up, and never sends a bare cancel", async () => {
    await using host = await connectHost(library, wire);
    const said = host.call("ask", { params });
    host.inbox.respond((await shown(host.inbox)).id, cannotAsk("no-ui"));
    expect(await said).toMatch(expected("no-ui"));
  });

  it("says that no user answered in time", async () => {
    const mounted = mountedInbox({ policy: { timeoutMs: 300 } });
    await using host = await connectHost(library, wire, mounted);
    const said = host.call("ask", { params });
    host.inbox.markVisible((await shown(host.inbox)).id);
    expect(await said).toMatch(expected("deadline"));
    await nothingOpen(host.inbox);
  });

  it("refuses a link that it has not declared, and opens nothing", async () => {
    const mounted = mountedInbox({ open: undefined });
    await using host = await connectHost(library, wire, mounted);
    const link = { mode: "url", message: "Go.", url: "https://example.com", elicitationId: "1" };
    const said = await host.call("ask", { params: link }).catch(({ message }: Error) => message);
    expect(said).not.toMatch(/accept|decline/);
    if (wire.protocolVersion !== "2026-07-28") expect(said).toMatch(/^error -3260[23]: /);
    expect(host.inbox.getSnapshot().showing).toEqual([]);
    expect(mounted.pages).toEqual([]);
  });
}
