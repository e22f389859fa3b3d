import { accept, decline } from "midcall/client";
import { expect, it, vi } from "vitest";
import { connectHost, eventually, shown } from "../host.js";
import type { ClientLibrary, Wire } from "../library.js";

const url = "https://login.example.com/start";

/** Links are opened after consent only, and their end is noticed. */
export function links(library: ClientLibrary, wire: Wire): void {
  const is2026 = wire.protocolVersion === "2026-07-28";
  const params = { mode: "url", message: "Go.", url, ...(!is2026 && { elicitationId: "one" }) };

  it("opens a page in the user's own answer, and not before", async () => {
    await using host = await connectHost(library, wire);
    const said = host.call("ask", { params });
    const question = await shown(host.inbox);
    expect(question).toMatchObject({ mode: "url", message: "Go.", link: { url } });
    expect(host.pages).toEqual([]);
    expect(host.inbox.respond(question.id, accept())).toEqual({ ok: true });
    expect(host.pages).toEqual([url]);
    expect(JSON.parse(await said)).toEqual({ action: "accept" });
  });

  it("opens nothing that the user declines", async () => {
    await using host = await connectHost(library, wire);
    const said = host.call("ask", { params });
    host.inbox.respond((await shown(host.inbox)).id, decline());
    expect(JSON.parse(await said)).toEqual({ action: "decline" });
    expect(host.pages).toEqual([]);
  });

  if (is2026) return;
  it("notices that the user has finished on a page", async () => {
    await using host = await connectHost(library, wire);
    const complete = vi.spyOn(host.inbox, "complete");
    await host.call("sign_in", { elicitationId: "one" });
    await eventually(() => expect(complete).toHaveBeenCalledExactlyOnceWith("Other", "one"));
  });
}
