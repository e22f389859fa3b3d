import { accept, decline } from "midcall/client";
import { expect, it } from "vitest";
import { connectHost, errorOf, mountedInbox, nothingOpen, shown } from "../host.js";
import type { ClientLibrary, Wire } from "../library.js";

/** Calls that a 2025-11-25 server refuses with -32042 until the user has completed pages. */
export function requiredPages(library: ClientLibrary, wire: Wire): void {
  it("makes a refused call again when the user has completed the page", async () => {
    await using host = await connectHost(library, wire);
    const said = host.call("private_data");
    const question = await shown(host.inbox);
    expect(question).toMatchObject({ mode: "url", call: { name: "private_data" }, opened: false });
    host.inbox.respond(question.id, accept());
    expect(host.pages).toEqual(["https://login.example.com/start"]);
    expect(host.inbox.getSnapshot().showing).toMatchObject([{ opened: true }]);
    await host.call("sign_in");
    expect(await said).toBe("private, after 2 calls");
    await nothingOpen(host.inbox);
  });

  it("leaves a call refused when the user declines the page", async () => {
    await using host = await connectHost(library, wire);
    const refused = errorOf(host.call("private_data"));
    host.inbox.respond((await shown(host.inbox)).id, decline());
    expect(String((await refused).message)).not.toContain("resolved");
    expect(host.pages).toEqual([]);
  });

  it("leaves a call refused where it has not declared links", async () => {
    await using host = await connectHost(library, wire, mountedInbox({ open: undefined }));
    await errorOf(host.call("private_data"));
    expect(host.inbox.getSnapshot().showing).toEqual([]);
  });
}
