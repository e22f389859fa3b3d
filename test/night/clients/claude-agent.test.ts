import { accept, cancel, cannotAsk, createInbox, decline } from "midcall/client";
import { describe, expect, it } from "vitest";
import { calls } from "./behaviours/calls.js";
import { links } from "./behaviours/links.js";
import { withdrawals } from "./behaviours/withdrawals.js";
import { connectHost, errorOf, eventually, mountedInbox, nothingOpen, shown } from "./host.js";
import { claudeAgent as library } from "./agent-libraries.js";
import { connectInProcess, connectUnattached } from "./libraries/claude-agent.mjs";
import { wires2025, type Wire } from "./library.js";
import { startServer } from "./start-server.js";

/** What Claude Code passes on unmodified. */
const FIELDS = {
  name: { type: "string", title: "Name", minLength: 1, maxLength: 40, default: "Ada" },
  email: { type: "string", format: "email" },
  age: { type: "integer", minimum: 0, maximum: 150 },
  height: { type: "number" },
  vegetarian: { type: "boolean", default: false },
  size: { type: "string", enum: ["s", "l"], default: "l" },
  train: { type: "string", enum: ["a", "b"], enumNames: ["A", "B"] },
  room: { type: "string", oneOf: [{ const: "one", title: "One" }] },
  days: { type: "array", minItems: 1, items: { type: "string", enum: ["sat", "sun"] } },
  shops: { type: "array", items: { anyOf: [{ const: "clay", title: "Pottery" }] } },
};
const params = {
  message: "Fill this in.",
  requestedSchema: { type: "object", properties: FIELDS, required: ["name"] },
};
const link = { mode: "url", message: "Go.", url: "https://example.com", elicitationId: "1" };

/** The list for other libraries has forms that Claude Code changes, and errors that it words by itself. */
function answers(wire: Wire): void {
  const is2026 = wire.protocolVersion === "2026-07-28";
  /** An error, and never a cancel or decline. On 2026-07-28 Claude Code fails the call instead. */
  const unanswered = async (said: Promise<string>, reason: string): Promise<void> => {
    const text = is2026 ? (await errorOf(said)).message : await said;
    if (!is2026) expect(text).toMatch(/^error -32602: /);
    expect(text).toContain(`No user answered (${reason}).`);
    expect(text).not.toContain('"action"');
  };

  it("shows a form as it was sent, and sends exactly what the user answers", async () => {
    await using host = await connectHost(library, wire);
    const said = host.call("ask", { params });
    const question = await shown(host.inbox);
    expect(question).toMatchObject({ server: "Other", mode: "form", message: params.message });
    if (question.mode !== "form") return;
    expect(question.requestedSchema.properties).toEqual(FIELDS);
    expect(host.inbox.respond(question.id, accept({ name: "" }))).toMatchObject({ ok: false });
    const answer = { name: "Ada", age: 36, vegetarian: false, days: ["sun"], room: "one" };
    expect(host.inbox.respond(question.id, accept(answer))).toEqual({ ok: true });
    expect(JSON.parse(await said)).toEqual({ action: "accept", content: answer });
  });

  it.each([decline("Not today."), cancel()])(
    "sends a $action of the user as one",
    async (result) => {
      await using host = await connectHost(library, wire);
      const said = host.call("ask", { params });
      host.inbox.respond((await shown(host.inbox)).id, result);
      expect(JSON.parse(await said)).toEqual({ action: result.action });
    },
  );

  it("sends an error where a rule refuses the question, or nobody can answer", async () => {
    const blocked = mountedInbox({ policy: { rule: "block" } });
    await using host = await connectHost(library, wire, blocked);
    await unanswered(host.call("ask", { params }), "blocked");
    const nobody = { inbox: createInbox(), pages: [] };
    await using other = await connectHost(library, wire, nobody);
    await unanswered(other.call("ask", { params }), "no-ui");
  });

  it("sends an error where the host gives up or time runs out", async () => {
    await using host = await connectHost(
      library,
      wire,
      mountedInbox({ policy: { timeoutMs: 300 } }),
    );
    const given = host.call("ask", { params });
    host.inbox.respond((await shown(host.inbox)).id, cannotAsk("no-ui"));
    await unanswered(given, "no-ui");
    const late = host.call("ask", { params });
    host.inbox.markVisible((await shown(host.inbox)).id);
    await unanswered(late, "deadline");
    await nothingOpen(host.inbox);
  });

  it("sends an error for a link that the inbox cannot open", async () => {
    const mounted = mountedInbox({ open: undefined });
    await using host = await connectHost(library, wire, mounted);
    if (wire.protocolVersion === "2025-06-18") return;
    const { elicitationId, ...plain } = link;
    const asked = is2026 ? plain : { ...plain, elicitationId };
    await unanswered(host.call("ask", { params: asked }), "no-ui");
    expect(mounted.pages).toEqual([]);
  });
}

/** Claude Code asks by itself, and makes the call again at once. */
function requiredPages(wire: Wire): void {
  it("makes a refused call again when the page is complete", async () => {
    await using host = await connectHost(library, wire);
    const said = host.call("private_data");
    const question = await shown(host.inbox);
    expect(question).toMatchObject({ mode: "url", message: "Sign in first." });
    host.inbox.respond(question.id, accept());
    await eventually(() => {
      const [again] = host.inbox.getSnapshot().showing;
      expect(again).toMatchObject({ mode: "url", message: "Sign in first." });
      expect(again!.id).not.toBe(question.id);
    });
    expect(host.pages).toEqual(["https://login.example.com/start"]);
    await host.call("sign_in");
    expect(await said).toMatch(/^private, after \d calls$/);
    await nothingOpen(host.inbox);
    expect(host.pages).toHaveLength(1);
  });

  it("leaves a call refused when the user declines the page, or no page can be opened", async () => {
    await using host = await connectHost(library, wire);
    const said = host.call("private_data");
    host.inbox.respond((await shown(host.inbox)).id, decline());
    expect(await said.catch(({ message }: Error) => message)).toContain("declined");
    expect(host.pages).toEqual([]);
    const without = mountedInbox({ open: undefined });
    await using other = await connectHost(library, wire, without);
    expect(await other.call("private_data").catch(String)).not.toContain("private,");
    expect(without.pages).toEqual([]);
  });
}

describe.each(library.wires)(
  "the inbox in a host on @anthropic-ai/claude-agent-sdk, on $protocolVersion over $transport",
  (wire) => {
    answers(wire);
    calls(library, wire);
    if (wire.protocolVersion !== "2026-07-28") withdrawals(library, wire);
    if (wire.protocolVersion === "2025-06-18") return;
    links(library, wire);
    if (wire.protocolVersion === "2025-11-25") requiredPages(wire);
  },
);

describe("what Claude Code makes of questions", () => {
  const [wire] = wires2025;
  const asked = async (field: object): Promise<unknown> => {
    await using host = await connectHost(library, wire!);
    const properties = { it: field };
    const requestedSchema = { type: "object", properties };
    const said = host.call("ask", { params: { message: "?", requestedSchema } });
    const question = await Promise.race([said, shown(host.inbox)]);
    if (typeof question === "string") return question;
    host.inbox.respond(question.id, decline());
    await said;
    return question.mode === "form" && question.requestedSchema.properties["it"];
  };

  it.each([
    [{ type: "string", pattern: "^a" }, { type: "string" }],
    [{ type: "integer", enum: [1, 2] }, { type: "integer" }],
    [
      { type: "array", items: { type: "string", enum: ["a"] }, uniqueItems: true },
      { type: "array", items: { type: "string", enum: ["a"] } },
    ],
  ])("it drops a part of %j", async (sent, left) => {
    expect(await asked(sent)).toEqual(left);
  });

  it.each([
    { type: "string", format: "uuid" },
    { type: ["string", "null"] },
    { type: "array", items: { oneOf: [{ const: "x", title: "X" }] } },
  ])("it refuses %j", async (sent) => {
    expect(await asked(sent)).toMatch(/^error -32602: .*Invalid elicitation request/);
  });

  it("it declines by itself without an inbox", async () => {
    await using server = await startServer(wire!);
    const host = await connectUnattached(server.reach);
    const requestedSchema = { type: "object", properties: {} };
    const said = host.call("ask", { params: { message: "?", requestedSchema } });
    expect(JSON.parse(await said)).toEqual({ action: "decline" });
    await host.close();
  });

  it("it refuses those of a server in the host's process", async () => {
    const { inbox } = mountedInbox();
    const host = await connectInProcess(inbox);
    expect(await host.call("ask")).toContain("-32601");
    await host.close();
  });

  it("it declares links, whatever the inbox can do", async () => {
    const mounted = mountedInbox({ open: undefined });
    await using host = await connectHost(library, wire!, mounted);
    expect(JSON.parse(await host.call("declared"))).toMatchObject({
      capability: { form: {}, url: {} },
    });
  });
});
