import { accept, createInbox, decline, type Inbox, type InboxOptions } from "midcall/client";
import { attach } from "midcall/integrations/claude-agent";
import { expect, it, vi } from "vitest";
import type {
  ClaudeElicitation,
  OnClaudeElicitation,
} from "../../src/integrations/claude-agent/types.js";

interface Given {
  prompt: string;
  options?: { model?: string; onElicitation?: OnClaudeElicitation };
}

/** A `query` that says what it was given, and yields the messages it is told to. */
function fakeQuery(): {
  query: (given: Given) => AsyncGenerator<object, void>;
  given: Given[];
  messages: object[];
} {
  const given: Given[] = [];
  const messages: object[] = [];
  return {
    given,
    messages,
    async *query(params) {
      given.push(params);
      for (const message of messages) yield message;
    },
  };
}

const FORM: ClaudeElicitation = {
  serverName: "GitHub",
  message: "Which?",
  mode: "form",
  requestedSchema: { type: "object", properties: { it: { type: "string", maxLength: 3 } } },
};
const LINK: ClaudeElicitation = {
  serverName: "GitHub",
  message: "Sign in.",
  mode: "url",
  url: "https://example.com/start",
  elicitationId: "1",
};

function mounted(options: InboxOptions = {}): { inbox: Inbox; pages: string[] } {
  const pages: string[] = [];
  const inbox = createInbox({ open: (url) => void pages.push(url), ...options });
  inbox.mount();
  return { inbox, pages };
}

/** What the SDK would ask, and how to send it messages of the program. */
async function running(inbox: Inbox): Promise<{
  ask: (request: ClaudeElicitation, signal?: AbortSignal) => ReturnType<OnClaudeElicitation>;
  hear: (message: object) => Promise<unknown>;
}> {
  const { query, given, messages } = fakeQuery();
  const stream = attach(inbox, query)({ prompt: "go" });
  messages.push({ type: "system", subtype: "init" });
  await stream.next();
  const answer = given[0]!.options!.onElicitation!;
  return {
    ask: (request, signal = new AbortController().signal) => answer(request, { signal }),
    hear: (message) => {
      messages.push(message);
      return stream.next();
    },
  };
}

const showing = (inbox: Inbox, count = 1): Promise<void> =>
  vi.waitFor(() => expect(inbox.getSnapshot().showing).toHaveLength(count), 20_000);
const first = (inbox: Inbox): string => inbox.getSnapshot().showing[0]!.id;

/** The content has a member that is not allowed, so that Claude Code refuses to send this as the user's cancel. */
const ERROR = (reason: string): object => ({
  action: "cancel",
  content: { "midcall/cannotAsk": reason, [`No user answered (${reason}).`]: {} },
});
const COMPLETE = {
  type: "system",
  subtype: "elicitation_complete",
  mcp_server_name: "GitHub",
  elicitation_id: "1",
};

it("passes the user's answers on as they are, of the server that asked", async () => {
  const { inbox } = mounted();
  const { ask } = await running(inbox);
  const accepted = ask(FORM);
  await showing(inbox);
  expect(inbox.getSnapshot().showing[0]).toMatchObject({ server: "GitHub", message: "Which?" });
  expect(inbox.respond(first(inbox), accept({ it: "long" }))).toMatchObject({ ok: false });
  inbox.respond(first(inbox), accept({ it: "web" }));
  expect(await accepted).toEqual({ action: "accept", content: { it: "web" } });
  const declined = ask(FORM);
  await showing(inbox);
  inbox.respond(first(inbox), decline("private reason"));
  expect(await declined).toEqual({ action: "decline" });
});

it("keeps the other options, and refuses an onElicitation that would be replaced", () => {
  const { query, given } = fakeQuery();
  const ask = attach(mounted().inbox, query);
  void ask({ prompt: "go", options: { model: "m" } }).next();
  expect(given[0]).toMatchObject({ prompt: "go", options: { model: "m" } });
  const onElicitation: OnClaudeElicitation = async () => ({ action: "decline" });
  expect(() => ask({ prompt: "go", options: { onElicitation } })).toThrow("onElicitation");
});

it("ends a question that no user answered in an error, never in a cancel of the user's", async () => {
  const { inbox } = mounted({ policy: { rule: "block" } });
  expect(await (await running(inbox)).ask(FORM)).toEqual(ERROR("blocked"));
  // Nothing could ever answer here: inbox.handle rejects.
  expect(await (await running(createInbox())).ask(FORM)).toEqual(ERROR("no-ui"));
});

it("does not show a link where the inbox cannot open one", async () => {
  const { inbox } = mounted({ open: undefined });
  expect(await (await running(inbox)).ask(LINK)).toEqual(ERROR("no-ui"));
  expect(inbox.getSnapshot().showing).toEqual([]);
});

it("closes a question that is withdrawn", async () => {
  const { inbox } = mounted();
  const { ask } = await running(inbox);
  const stop = new AbortController();
  const asked = ask(FORM, stop.signal);
  await showing(inbox);
  stop.abort();
  expect(await asked).toEqual(ERROR("withdrawn"));
  expect(inbox.getSnapshot().showing).toEqual([]);
});

it("answers a link at once, and the same link again when its page is complete", async () => {
  const { inbox, pages } = mounted();
  const { ask, hear } = await running(inbox);
  const opened = ask(LINK);
  await showing(inbox);
  inbox.respond(first(inbox), accept());
  expect(await opened).toEqual({ action: "accept" });
  expect(pages).toEqual([LINK.url]);
  const again = ask(LINK);
  await showing(inbox);
  await hear({ ...COMPLETE, mcp_server_name: "Other" });
  await hear({ ...COMPLETE, elicitation_id: "2" });
  await showing(inbox);
  // Another query may have a server of this name.
  await (await running(inbox)).hear(COMPLETE);
  await showing(inbox);
  await hear(COMPLETE);
  expect(await again).toEqual({ action: "accept" });
  expect(pages).toEqual([LINK.url]);
  // Once complete, it is a new link.
  const later = ask(LINK);
  await showing(inbox);
  await hear(COMPLETE);
  await showing(inbox);
  inbox.respond(first(inbox), decline());
  expect(await later).toEqual({ action: "decline" });
});

it.each([
  ["url", { url: "https://evil.example/" }],
  ["message", { message: "Pay." }],
  ["server", { serverName: "Other" }],
  ["id", { elicitationId: "2" }],
])("a report of the server accepts no link with another %s", async (_, other) => {
  const { inbox } = mounted();
  const { ask, hear } = await running(inbox);
  const opened = ask(LINK);
  await showing(inbox);
  inbox.respond(first(inbox), accept());
  await opened;
  const asked = ask({ ...LINK, ...other });
  await showing(inbox);
  await hear(COMPLETE);
  await hear({ ...COMPLETE, mcp_server_name: "Other" });
  await hear({ ...COMPLETE, elicitation_id: "2" });
  await showing(inbox);
  inbox.respond(first(inbox), decline());
  expect(await asked).toEqual({ action: "decline" });
});

it("remembers a hundred links", async () => {
  const policy = { burst: 1000, perMinute: 1000 };
  const { inbox } = mounted({ onElicitation: () => accept(), policy });
  const { ask, hear } = await running(inbox);
  for (let id = 0; id <= 100; id++) await ask({ ...LINK, elicitationId: String(id) });
  expect(await ask({ ...LINK, elicitationId: "0" })).toEqual({ action: "accept" });
  let isDone = false;
  const last = ask({ ...LINK, elicitationId: "100" }).then(() => (isDone = true));
  await showing(inbox);
  expect(isDone).toBe(false);
  await hear({ ...COMPLETE, elicitation_id: "100" });
  await last;
});
