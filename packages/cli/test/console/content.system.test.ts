import { afterEach, describe, expect, it, vi } from "vitest";
import type {
  AuditEntry,
  CallLine,
  CallResultView,
  CompletionView,
  LogLine,
  PromptsView,
  ResourcesView,
} from "../../src/console/views/api-types.js";
import {
  addServer,
  createLab,
  endOf,
  fixture,
  type Lab,
  type Page,
  startCall,
  wireOf,
} from "./lab.js";

let lab: Lab;
afterEach(() => lab.close());

const target = `node ${fixture("content.mjs")}`;
const versions = ["2025-11-25", "2026-07-28"] as const;

describe.each(versions)("a server of %s", (protocolVersion) => {
  async function connect(): Promise<{ page: Page; id: string }> {
    lab = await createLab();
    const page = await lab.page();
    const id = await addServer(page, { target, name: "Content", protocolVersion });
    await page.until(({ servers: [server] }) => server?.promptsSeq && server.resourcesSeq);
    return { page, id };
  }
  const start = async (page: Page, id: string, body: object): Promise<string> =>
    (await page.api<{ id: string }>(`/servers/${id}/calls`, body)).id;

  it("tells its title, icon, instructions and capabilities, and no icon is fetched", async () => {
    const { page } = await connect();
    expect(page.state.servers[0]).toMatchObject({
      info: {
        name: "content",
        title: "All kinds of content",
        websiteUrl: "https://content.example/",
        icon: { src: expect.stringMatching(/^data:image\/png;base64,/) as string },
      },
      instructions: "Read before you write.",
      capabilities: {
        prompts: true,
        resources: true,
        subscribe: true,
        completions: true,
        logging: true,
        tasks: true,
      },
      promptCount: 2,
      resourceCount: 1,
      templateCount: 1,
    });
  });

  it("has prompts that are listed, completed and got", async () => {
    const { page, id } = await connect();
    const { prompts } = await page.api<PromptsView>(`/servers/${id}/prompts`);
    expect(prompts[0]).toMatchObject({
      name: "greeting",
      title: "A greeting",
      arguments: [{ name: "name", required: true }],
    });
    const of = { kind: "prompt", name: "greeting" };
    const asked = { of, argument: "name", value: "An" };
    expect(await page.api<CompletionView>(`/servers/${id}/complete`, asked)).toEqual({
      values: ["Ann", "Anna"],
      hasMore: false,
    });
    const body = { kind: "prompt", name: "greeting", arguments: { name: "Ann" } };
    expect(await endOf(page, await start(page, id, body))).toMatchObject({
      kind: "prompt",
      state: "done",
      description: "Two messages.",
      parts: [
        { type: "message", role: "user", parts: [{ type: "text", text: "Hello, Ann!" }] },
        { type: "message", role: "assistant", parts: [{ type: "image" }] },
      ],
    });
  });

  it("asks from a prompt, and the question names the call", async () => {
    const { page, id } = await connect();
    const call = await start(page, id, { kind: "prompt", name: "asking" });
    const question = await page.until(({ questions }) => questions.showing[0]);
    expect(question.ownCall).toBe(true);
    const view = await page.until(({ calls }) => calls.find(({ questions }) => questions.length));
    expect(view).toMatchObject({ id: call, questions: [question.id] });
    const answer = { action: "accept", content: { name: "Eve" } };
    await page.api(`/questions/${encodeURIComponent(question.id)}/respond`, answer);
    expect(await endOf(page, call)).toMatchObject({
      questions: [],
      parts: [{ parts: [{ text: "Asked: Eve" }] }],
    });
  });

  it("has resources that are read, also from a template", async () => {
    const { page, id } = await connect();
    const listed = await page.api<ResourcesView>(`/servers/${id}/resources`);
    expect(listed).toMatchObject({
      resources: [{ uri: "memo://notes", title: "Notes" }],
      templates: [{ uriTemplate: "memo://days/{day}", variables: ["day"], optionalVariables: [] }],
    });
    const read = await endOf(
      page,
      await start(page, id, { kind: "resource", name: "memo://notes" }),
    );
    expect(read.parts).toMatchObject([
      { type: "resource", uri: "memo://notes", content: { type: "text", text: "The notes." } },
      { uri: "memo://blob", content: { type: "blob", data: "AAEC", size: 3 } },
      { uri: "memo://pixel", content: { type: "image", mimeType: "image/png" } },
    ]);
    const template = { kind: "resource", name: "memo://days/{day}", arguments: { day: "monday" } };
    expect(await endOf(page, await start(page, id, template))).toMatchObject({
      name: "memo://days/monday",
      parts: [{ content: { text: "It is monday." } }],
    });
    const asked = {
      of: { kind: "resource", name: "memo://days/{day}" },
      argument: "day",
      value: "",
    };
    expect(await page.api(`/servers/${id}/complete`, asked)).toMatchObject({
      values: ["monday", "tuesday"],
    });
  });

  it("reports the updates of a resource that is followed, and no others", async () => {
    const { page, id } = await connect();
    await endOf(page, await startCall(page, id, "touch"));
    const uri = "memo://notes";
    await page.api(`/servers/${id}/subscriptions`, { uri, on: true }, "PUT");
    await page.until(({ servers }) => servers[0]!.subscriptions[0]?.updates === 0);
    await endOf(page, await startCall(page, id, "touch"));
    await page.until(({ servers }) => servers[0]!.subscriptions[0]?.updates === 1);
    await page.api(`/servers/${id}/subscriptions`, { uri, on: false }, "PUT");
    await page.until(({ servers }) => servers[0]!.subscriptions.length === 0);
  });

  it("changes its lists, and they are read again", async () => {
    const { page, id } = await connect();
    const { toolCount } = page.state.servers[0]!;
    await endOf(page, await startCall(page, id, "grow"));
    await page.until(
      ({ servers: [server] }) => server!.toolCount === toolCount! + 1 && server!.promptCount === 3,
    );
  });

  it("has media, resources and links in results, and only what is safe is played", async () => {
    const { page, id } = await connect();
    const { parts } = await endOf(page, await startCall(page, id, "media"));
    expect(parts).toMatchObject([
      { type: "audio", mimeType: "audio/wav", data: "UklGRg==" },
      { type: "note", text: "Audio of type audio/x-script, which cannot be played here." },
      { type: "resource", uri: "memo://in", content: { text: "Inside." } },
      { type: "resource", uri: "memo://bin", content: { type: "blob", size: 3 } },
      { type: "link", uri: "memo://notes", title: "notes", mimeType: "text/plain" },
      { type: "json" },
    ]);
  });

  it("has log messages of the level that was chosen, in the log and on the call", async () => {
    const { page, id } = await connect();
    await page.api(`/servers/${id}/log-level`, { level: "warning" }, "PUT");
    const call = await startCall(page, id, "log");
    await endOf(page, call);
    const { lines } = await page.api<{ lines: LogLine[] }>(`/servers/${id}/log`);
    expect(lines).toMatchObject([
      { level: "warning", logger: "disk", text: expect.stringContaining('"full"') as string, call },
    ]);
    const own = await page.api<{ lines: CallLine[] }>(`/calls/${call}/lines`);
    expect(own.lines).toMatchObject([{ kind: "log", level: "warning" }]);
    expect(page.state.calls[0]!.linesSeq).toBe(1);
  });

  it("gets the message that the user writes, and only that", async () => {
    const { page, id } = await connect();
    const call = await startCall(page, id, "sample");
    const request = await page.until(({ requests }) => requests[0]);
    expect(request).toMatchObject({
      kind: "sampling",
      server: "Content",
      call,
      messages: [{ role: "user", parts: [{ text: "Write a poem." }] }],
      systemPrompt: "You rhyme.",
      maxTokens: 100,
      modelHints: ["small"],
      priorities: { speed: 0.9 },
    });
    await page.until(({ calls }) => calls[0]!.requests.includes(request.id));
    const at = `/requests/${request.id}/answer`;
    await expect(page.api(at, { text: "Roses" })).rejects.toThrow(/400.*name of the model/);
    await expect(page.api(at, { content: { type: "tool" }, model: "me" })).rejects.toThrow(/400/);
    await page.api(at, { text: "Roses are red", model: "me" });
    expect(await endOf(page, call)).toMatchObject({
      parts: [{ text: "Written by me: Roses are red" }],
      requests: [],
    });
    expect(page.state.requests).toEqual([]);
    expect(JSON.stringify(await wireOf(page, id))).not.toContain("Roses are red");
  });

  it("is told when the user refuses", async () => {
    const { page, id } = await connect();
    const call = await startCall(page, id, "sample");
    const request = await page.until(({ requests }) => requests[0]);
    await page.api(`/requests/${request.id}/refuse`, {});
    const end = await endOf(page, call);
    expect(end.state).toBe("failed");
    expect(JSON.stringify(end)).toContain("The user rejected the request.");
  });

  it("loses its request when the call is cancelled", async () => {
    const { page, id } = await connect();
    const call = await startCall(page, id, "sample");
    const request = await page.until(({ requests }) => requests[0]);
    await page.api(`/calls/${call}/cancel`, {});
    await page.until(({ requests }) => requests.length === 0);
    const late = page.api(`/requests/${request.id}/answer`, { text: "Late", model: "me" });
    await expect(late).rejects.toThrow(/409.*over/);
  });

  it("is told that no user is there when the last page is closed", async () => {
    const { page, id } = await connect();
    const call = await startCall(page, id, "sample");
    await page.until(({ requests }) => requests[0]);
    await page.leave();
    await vi.waitFor(async () => {
      const { parts, problem } = await page.api<CallResultView>(`/calls/${call}`);
      expect(problem ?? parts[0]).toBeDefined();
    });
    const again = await lab.page();
    const end = await endOf(again, call);
    expect(end).toMatchObject({ state: "failed", notes: [{ reason: "no-ui", count: 1 }] });
  });

  it("gets the roots that the user names, and is not answered before", async () => {
    const { page, id } = await connect();
    const call = await startCall(page, id, "roots");
    const request = await page.until(({ requests }) => requests[0]);
    expect(request).toMatchObject({ kind: "roots", call });
    const at = `/requests/${request.id}/answer`;
    const bad = page.api(at, { roots: [{ uri: "https://example.com/" }] });
    await expect(bad).rejects.toThrow(/400.*file:/);
    await page.api(at, { roots: [{ uri: "file:///srv/a", name: "A" }] });
    expect(await endOf(page, call)).toMatchObject({ parts: [{ text: "file:///srv/a" }] });
    const { entries } = await page.api<{ entries: readonly AuditEntry[] }>("/audit");
    const audited = { mode: "roots", tool: "roots", action: "accept", via: "console" };
    expect(entries).toEqual([expect.objectContaining(audited)]);
    expect(JSON.stringify(entries)).not.toContain("srv");
    // They are saved, and sent without asking again until the user changes them.
    const again = await endOf(page, await startCall(page, id, "roots"));
    expect(again).toMatchObject({ parts: [{ text: "file:///srv/a" }] });
    await page.api(`/servers/${id}/roots`, { roots: [] }, "PUT");
    const none = await endOf(page, await startCall(page, id, "roots"));
    expect(none).toMatchObject({ parts: [{ text: "none" }] });
    expect(page.state.servers[0]!.roots).toEqual([]);
  });

  it("has a timeline whose entries say which call they belong to, with both halves", async () => {
    const { page, id } = await connect();
    await page.api(`/servers/${id}/roots`, { roots: [] }, "PUT");
    await page.api(`/servers/${id}/wire`, undefined, "DELETE");
    await endOf(page, await startCall(page, id, "roots"));
    const entries = await wireOf(page, id);
    const call = { kind: "tool", name: "roots" };
    const rounds = entries.filter(({ method }) => method === "tools/call");
    expect(rounds.every((entry) => entry.call?.name === "roots")).toBe(true);
    const [request] = rounds;
    const response = entries.find(({ seq }) => seq === request!.pair);
    expect(response).toMatchObject({ kind: "response", pair: request!.seq, call });
    if (protocolVersion === "2026-07-28") {
      expect(rounds.map(({ round }) => round)).toEqual([1, 1, 2, 2]);
    } else {
      expect(entries.find(({ method }) => method === "roots/list")).toMatchObject({ call });
    }
  });

  it("shows nothing of a request before the user has decided whether it may ask", async () => {
    const { page, id } = await connect();
    await page.api(`/servers/${id}/rule`, { rule: "ask" });
    const call = await startCall(page, id, "sample");
    const request = await page.until(({ requests }) => requests[0]);
    expect(request.needsApproval).toBe(true);
    expect(JSON.stringify(page.state)).not.toContain("poem");
    const early = page.api(`/requests/${request.id}/answer`, { text: "x", model: "me" });
    await expect(early).rejects.toThrow(/409/);
    await page.api(`/requests/${request.id}/admit`, { decision: "block" });
    const end = await endOf(page, call);
    expect(end).toMatchObject({ state: "failed", notes: [{ reason: "blocked", count: 1 }] });
    expect(page.state.rules).toEqual({ Content: "block" });
  });
});
