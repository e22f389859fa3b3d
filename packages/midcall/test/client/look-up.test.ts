import { inputRequired, McpServer } from "@modelcontextprotocol/server";
import {
  accept,
  createInbox,
  type Inbox,
  type InboxPersistence,
  type SavedInbox,
} from "midcall/client";
import { describe, expect, it } from "vitest";
import { buildServer, color, connect, nextShown, said, text, until } from "./lab.js";

const wire = { protocolVersion: "2026-07-28" } as const;
const MARK = "midcall/asksAgain";

function storage(): InboxPersistence & { text: string; saved(): SavedInbox } {
  const self = {
    text: "",
    load: () => (self.text ? (JSON.parse(self.text) as SavedInbox) : undefined),
    save: (saved: SavedInbox) => void (self.text = JSON.stringify(saved)),
    saved: () => JSON.parse(self.text || '{"calls":[]}') as SavedInbox,
  };
  return self;
}

function page(persistence: InboxPersistence): Inbox {
  const inbox = createInbox({ persistence });
  inbox.mount();
  return inbox;
}

type Build = Parameters<typeof connect>[2];

/** Leaves a call of the tool `ask` waiting, and resumes it with another server. */
async function resume(
  before: Build,
  after: Build,
): Promise<{
  inbox: Inbox;
  kept: ReturnType<typeof storage>;
  resumed: Promise<unknown>;
  close(): PromiseLike<void>;
}> {
  const first = storage();
  const inbox = page(first);
  const host = await connect(inbox, wire, before);
  host.client.callTool({ name: "ask", arguments: {} }).catch(() => {});
  await until(() => first.saved().calls.length === 1);
  const kept = Object.assign(storage(), { text: first.text });
  await host[Symbol.asyncDispose]();
  const again = page(kept);
  const next = await connect(again, wire, after);
  const [call] = await next.attachment.resume();
  return { inbox: again, kept, resumed: call!.result, close: () => next[Symbol.asyncDispose]() };
}

/** A server of the SDK alone. Its answers to the calls it gets, in turn; the last one is repeated. */
function guard(
  seen: Record<string, unknown>[],
  ...results: ((params: Record<string, unknown>) => unknown)[]
): Build {
  let turn = 0;
  return () => {
    const server = new McpServer(
      { name: "guard", version: "1.0.0" },
      { capabilities: { tools: {} } },
    );
    server.server.setRequestHandler("tools/call", async (request, ctx) => {
      const params = {
        inputResponses: ctx.mcpReq.inputResponses,
        requestState: ctx.mcpReq.requestState(),
      };
      seen.push(params);
      return (results[turn++] ?? results.at(-1)!)(params) as never;
    });
    return server;
  };
}
const asking = (message: string, requestState: string, marked: boolean) => (): unknown => ({
  ...inputRequired({
    inputRequests: {
      q: inputRequired.elicit({ mode: "form", message, requestedSchema: color } as never),
    },
    requestState,
  }),
  ...(marked && { _meta: { [MARK]: true } }),
});

describe("a call of an earlier run", () => {
  it("is over before anybody types, when its server of midcall has lost its secret", async () => {
    const ask = {
      ask: async (ctx: { elicit(message: string, schema: object): unknown }) =>
        ctx.elicit("Which?", color),
    };
    const build = buildServer(ask as never, { secret: undefined });
    const restarted = buildServer(ask as never, { secret: undefined });
    const { inbox, kept, resumed, close } = await resume(build, restarted);
    const shown: unknown[] = [];
    inbox.subscribe(() => shown.push(...inbox.getSnapshot().showing));
    await expect(resumed).rejects.toMatchObject({
      code: "ERR_MIDCALL_CALL_OVER",
      cause: { code: -32602 },
    });
    expect(shown).toEqual([]);
    await until(() => kept.saved().calls.length === 0);
    await close();
  });

  it("goes on with a server of midcall that still knows it", async () => {
    const build = buildServer({
      ask: async (ctx) => {
        const answer = await ctx.elicit("Which?", color);
        return answer.action === "accept" ? answer.data.color : answer.action;
      },
    });
    const { inbox, resumed, close } = await resume(build, build);
    const question = await nextShown(inbox);
    expect(question.message).toBe("Which?");
    inbox.respond(question.id, accept({ color: "blue" }));
    expect(said((await resumed) as never)).toBe("blue");
    await close();
  });

  it("is asked again without a look-up, if its server does not say that it may be looked up", async () => {
    const seen: Record<string, unknown>[] = [];
    const done = (): unknown => text("done");
    const build = guard(seen, asking("Delete?", "state-1", false), done);
    const { inbox, resumed, close } = await resume(build, build);
    const question = await nextShown(inbox);
    // A server that takes any retry for a yes has got none.
    expect(seen).toHaveLength(1);
    inbox.respond(question.id, accept({ color: "red" }));
    expect(said((await resumed) as never)).toBe("done");
    expect(seen[1]).toEqual({
      inputResponses: { q: { action: "accept", content: { color: "red" } } },
      requestState: "state-1",
    });
    await close();
  });

  it("shows the question that its server asks now, and answers only that one", async () => {
    const seen: Record<string, unknown>[] = [];
    const build = guard(
      seen,
      asking("Delete one?", "state-1", true),
      asking("Delete everything?", "state-2", true),
      () => text("done"),
    );
    const { inbox, resumed, close } = await resume(build, build);
    const question = await nextShown(inbox);
    expect(question.message).toBe("Delete everything?");
    expect(seen[1]).toEqual({ inputResponses: undefined, requestState: "state-1" });
    inbox.respond(question.id, accept({ color: "red" }));
    await resumed;
    expect(seen[2]).toMatchObject({ requestState: "state-2" });
    await close();
  });

  it("ends with what its server says, if that needs no answer any more", async () => {
    const seen: Record<string, unknown>[] = [];
    const build = guard(seen, asking("Delete?", "state-1", true), () => text("Too late."));
    const { inbox, resumed, close } = await resume(build, build);
    expect(said((await resumed) as never)).toBe("Too late.");
    expect(inbox.getSnapshot().showing).toEqual([]);
    await close();
  });

  it("stays saved when the connection is lost while it is looked up", async () => {
    const seen: Record<string, unknown>[] = [];
    const build = guard(seen, asking("Delete?", "state-1", true), () => new Promise(() => {}));
    const { kept, resumed, close } = await resume(build, build);
    await until(() => seen.length === 2);
    await close();
    await expect(resumed).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(kept.saved().calls).toHaveLength(1);
  });
});
