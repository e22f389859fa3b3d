import { accept, cancel, createInbox, decline, type Inbox } from "midcall/client";
import { expect, it } from "vitest";
import { connectHost, mountedInbox, shown } from "../host.js";
import type { ClientLibrary, Wire } from "../library.js";

/** Shapes that real servers send and that typed handlers drop, change or refuse. */
const SHAPES = {
  lower: { type: "string", pattern: "^[a-z]+$", minLength: 2 },
  unique: { type: "array", items: { type: "string", enum: ["a", "b"] }, uniqueItems: true },
  number: { type: "integer", enum: [1, 2] },
  titled: { type: "string", anyOf: [{ const: "a", title: "A" }] },
  uuid: { type: "string", format: "uuid" },
  several: { type: "array", items: { oneOf: [{ const: "x", title: "X" }] } },
  nothing: { type: ["string", "null"] },
  size: { type: "string", enum: ["s", "l"], default: "l" },
  left: { type: "boolean", default: false },
};

const params = {
  message: "Fill this in.",
  requestedSchema: { type: "object", properties: SHAPES, required: ["lower"] },
};

/** Forms and answers pass as they are. */
export function forms(library: ClientLibrary, wire: Wire): void {
  it("shows a form as it was sent, with every field, and sends exactly what the user answers", async () => {
    await using host = await connectHost(library, wire);
    const said = host.call("ask", { params });
    const question = await shown(host.inbox);
    expect(question).toMatchObject({ server: "Other", mode: "form", message: params.message });
    if (question.mode !== "form") return;
    expect(question.requestedSchema.properties).toEqual(SHAPES);
    expect(question.schema.fields.map(({ kind }) => kind)).not.toContain("unsupported");
    const answer = { lower: "ab", unique: ["b"], number: 2, several: ["x"], left: false };
    expect(host.inbox.respond(question.id, accept(answer))).toEqual({ ok: true });
    expect(JSON.parse(await said)).toMatchObject({ action: "accept", content: answer });
    expect(JSON.parse(await said).content).toEqual(answer);
  });

  it("keeps back an answer that the form does not allow", async () => {
    await using host = await connectHost(library, wire);
    const said = host.call("ask", { params });
    const { id } = await shown(host.inbox);
    const outcome = host.inbox.respond(id, accept({ lower: "A" }));
    expect(outcome).toMatchObject({ ok: false, issues: [{ field: "lower" }] });
    host.inbox.respond(id, decline());
    expect(JSON.parse(await said).action).toBe("decline");
  });

  it.each([
    ["decline", decline("Not today.")],
    ["cancel", cancel()],
  ])("sends a %s of the user as one", async (action, result) => {
    await using host = await connectHost(library, wire);
    const said = host.call("ask", { params });
    host.inbox.respond((await shown(host.inbox)).id, result);
    const answer: unknown = JSON.parse(await said);
    expect(answer).toMatchObject({ action });
    expect(answer).not.toHaveProperty("content");
  });

  const capabilityOf = async (inbox: Inbox): Promise<unknown> => {
    await using host = await connectHost(library, wire, { inbox, pages: [] });
    return (JSON.parse(await host.call("declared")) as { capability?: unknown }).capability;
  };

  it("declares what the inbox can do, and nothing if nobody can answer", async () => {
    expect(await capabilityOf(mountedInbox().inbox)).toEqual({ form: {}, url: {} });
    expect(await capabilityOf(mountedInbox({ open: undefined }).inbox)).toEqual({ form: {} });
    expect(await capabilityOf(createInbox())).toBeUndefined();
    // It connects three times.
  });
}
