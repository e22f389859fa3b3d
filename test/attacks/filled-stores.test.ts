import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation, type HttpHandlerOptions } from "midcall/server";
import { createMemoryStore, type Store } from "midcall/store";
import { createTestHost, never, type TestHost } from "midcall/testing";
import { expect, it } from "vitest";
import { createLab as createPagesLab, asked } from "../../packages/midcall/test/pages/lab.js";
import { createLog, SECRET, text } from "../../packages/midcall/test/server/lab.js";
import { createStateLab, open, untouched } from "../../packages/midcall/test/server/state-lab.js";
import { openStore } from "./open-store.js";
import { tally } from "./tally.js";

/* One person, or people nobody knows, take all they can get. Everybody else goes on as before. */

const tokenOf = (sub: string | undefined) =>
  sub === undefined
    ? {}
    : { authInfo: { token: "t", clientId: "app", scopes: [], extra: { sub } } };

async function statusOfOpening(
  handler: ReturnType<ReturnType<typeof createElicitation>["createHandler"]>,
  sub?: string,
): Promise<readonly [number, string | null]> {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const request = new Request("http://localhost/mcp", { method: "POST", headers, body });
  const response = await handler(request, tokenOf(sub));
  await response.text();
  return [response.status, response.headers.get("mcp-session-id")];
}

function createSessions(options?: HttpHandlerOptions) {
  const elicitation = createElicitation({ secret: SECRET, logger: createLog() });
  return elicitation.createHandler(
    () => elicitation.attach(new McpServer({ name: "sessions", version: "1" })),
    options,
  );
}

it("lets one person have a share of the sessions, by default", async () => {
  const handler = createSessions();
  const statuses: number[] = [];
  for (let n = 0; n < 130; n++) statuses.push((await statusOfOpening(handler, "mallory"))[0]);
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  expect((await statusOfOpening(handler, "alice"))[0]).toBe(200);
  expect((await statusOfOpening(handler))[0]).toBe(200);
  tally("sessions of one person beyond their share", 30);
  await handler.close();
});

it("keeps half of the sessions for people who are verified", async () => {
  const handler = createSessions({ maxSessions: 40, maxSessionsPerPrincipal: 15 });
  const anonymous = await Promise.all(Array.from({ length: 60 }, () => statusOfOpening(handler)));
  expect(anonymous.filter(([status]) => status === 200)).toHaveLength(20);
  expect(anonymous.filter(([status]) => status === 429)).toHaveLength(40);
  for (let n = 0; n < 15; n++) expect((await statusOfOpening(handler, "alice"))[0]).toBe(200);
  expect((await statusOfOpening(handler, "alice"))[0]).toBe(429);
  tally("sessions without sign-in beyond their share", 40);
  await handler.close();
});

it("has room again when a session of the person's ends", async () => {
  const handler = createSessions({ maxSessionsPerPrincipal: 1 });
  for (let n = 0; n < 5; n++) {
    const [status, id] = await statusOfOpening(handler, "alice");
    expect([status, (await statusOfOpening(handler, "alice"))[0]]).toEqual([200, 429]);
    const headers = { "mcp-session-id": id!, "mcp-protocol-version": "2025-11-25" };
    const request = new Request("http://localhost/mcp", { method: "DELETE", headers });
    expect((await handler(request, tokenOf("alice"))).status).toBe(200);
  }
  await handler.close();
});

it("lets one person, and all people nobody knows, have so many questions open on 2025", async () => {
  const limits = { openQuestions: 5, anonymousQuestions: 8 };
  const elicitation = createElicitation({ secret: SECRET, logger: createLog(), limits });
  const build = (): McpServer => {
    const server = elicitation.attach(new McpServer({ name: "open", version: "1" }));
    const ask = elicitation.handler(async (ctx) => text((await ctx.elicit("Go?", ["yes"])).action));
    server.registerTool("ask", {}, ask);
    return server;
  };
  const handler = elicitation.createHandler(build);
  const hosts: TestHost[] = [];
  /** How many of the person's calls wait; the others have ended with an error. */
  const flood = async (sub: string | undefined, calls: number): Promise<number> => {
    const protocolVersion = "2025-11-25";
    let asked = (): void => {};
    const host = await createTestHost({
      protocolVersion,
      handler,
      ...tokenOf(sub),
      timeoutMs: 3_600_000,
      answers: () => (asked(), never()),
    });
    hosts.push(host);
    let refused = 0;
    for (let n = 0; n < calls; n++) {
      const isAsked = new Promise<void>((resolve) => (asked = resolve));
      const ended = host.callTool("ask").then(
        ({ isError, content }) => {
          if (isError && JSON.stringify(content).includes("questions open")) refused += 1;
        },
        () => {},
      );
      await Promise.race([ended, isAsked]);
    }
    return calls - refused;
  };
  expect(await flood(undefined, 9)).toBe(5);
  expect(await flood(undefined, 9)).toBe(3);
  expect(await flood(undefined, 9)).toBe(0);
  expect(await flood("mallory", 9)).toBe(5);
  expect(await flood("mallory", 9)).toBe(0);
  expect(await flood("alice", 5)).toBe(5);
  tally("questions beyond a person's share", 50 - 18);
  await Promise.all(hosts.map((host) => host.close()));
  await handler.close();
});

it("lets one person have so many calls open in a shared store on 2026", async () => {
  const store = openStore();
  const limits = { openQuestions: 10, anonymousQuestions: 10 };
  const lab = createStateLab(
    async (ctx) => {
      await ctx.elicit("First?", ["yes"]);
      await ctx.elicit("Second?", ["yes"]);
      return "done";
    },
    { store, limits },
  );
  const begin = async (sub: string | null): Promise<boolean> => {
    const call = { sub, args: {} };
    const { state, requests } = await lab.call(call);
    if (state === undefined) return false;
    const responses = Object.fromEntries(
      Object.keys(requests).map((key) => [key, { action: "accept", content: { value: "yes" } }]),
    );
    return (await lab.call({ ...call, state, responses })).state !== undefined;
  };
  const flood = async (sub: string | null): Promise<number> => {
    let begun = 0;
    for (let n = 0; n < 40; n++) if (await begin(sub)) begun += 1;
    return begun;
  };
  expect([await flood("mallory"), await flood(null), await flood("alice")]).toEqual([10, 10, 10]);
  // What was refused has left nothing: a use and a place for each open call.
  expect((await store.records()).size).toBe(3 * 2 * 10);
  tally("calls beyond a person's share of a store", 90);
  await lab.close();
});

it("gives the place of a call back when it is finished, however often it is sent", async () => {
  const store = openStore();
  const options = { store, limits: { openQuestions: 1 } };
  const lab = createStateLab(async (ctx) => (await ctx.elicit("Go?", ["yes"])).action, options);
  for (let n = 0; n < 20; n++) {
    const opened = await open(lab, { args: { n } }, { value: "yes" });
    for (let times = 0; times < 3; times++) expect(await untouched(lab, opened)).toBe("accept");
  }
  await lab.close();
});

it("refuses whoever has filled a memory store, and forgets nothing of anybody's", async () => {
  const store = createMemoryStore({ maxEntries: 1000 });
  await store.put("alice's", "kept", { owner: "alice" });
  let refused = 0;
  for (const owner of ["mallory", ""])
    for (let n = 0; n < 500; n++)
      await store.putIfAbsent(`${owner} ${n}`, "x", { owner }).catch((error: unknown) => {
        expect(error).toMatchObject({ code: "ERR_MIDCALL_STORE_FULL" });
        refused += 1;
      });
  expect(refused).toBe(800);
  expect(await store.get("mallory 0")).toBe("x");
  expect(await store.get("alice's")).toBe("kept");
  for (let n = 1; n < 100; n++) await store.put(`alice ${n}`, "x", { owner: "alice" });
  // What is given back can be used again, and what is written anew takes no more room.
  await store.delete("mallory 0");
  await store.put("mallory again", "x", { owner: "mallory" });
  await store.put("mallory again", "y", { owner: "mallory" });
  await store.put("the author's own", "x");
  tally("values beyond a person's share of a memory store", refused);
});

it("counts everything that a person's calls leave in a store as theirs, whichever client they use", async () => {
  const store = createMemoryStore({ maxEntries: 1_000 });
  const lab = createStateLab(async (ctx) => (await ctx.elicit("Go?", ["yes"])).action, {
    ...{ store, fallback: ["native", "relay"] },
    limits: { openQuestions: 100_000 },
  });
  /** How many of so many different calls are begun, each through a client of its own. */
  const flood = async (sub: string, calls: number): Promise<number> => {
    let begun = 0;
    for (let n = 0; n < calls; n++) {
      const reply = await lab.call({ sub, client: `client ${n}`, args: { n } });
      if (reply.state !== undefined) begun += 1;
    }
    return begun;
  };
  expect(await flood("mallory", 1_200)).toBeLessThanOrEqual(100);
  // There is room for everybody else.
  for (let n = 0; n < 20; n++) expect(await flood(`person ${n}`, 2)).toBe(2);
  tally("calls of one person that would fill a store", 1_100);
  await lab.close();
});

it("counts the sessions that replicas share as those of their person", async () => {
  const inner = createMemoryStore();
  const owners: (string | undefined)[] = [];
  const store: Store = {
    ...inner,
    put: (key, value, options) => (owners.push(options?.owner), inner.put(key, value, options)),
    putIfAbsent: (key, value, options) => (
      owners.push(options?.owner),
      inner.putIfAbsent(key, value, options)
    ),
  };
  const elicitation = createElicitation({ secret: SECRET, logger: createLog(), store });
  const handler = elicitation.createHandler(
    () => elicitation.attach(new McpServer({ name: "sessions", version: "1" })),
    { sessions: "shared" },
  );
  for (const sub of ["mallory", undefined]) {
    const [, session] = await statusOfOpening(handler, sub);
    const headers = { "mcp-session-id": session!, "mcp-protocol-version": "2025-11-25" };
    const end = new Request("http://localhost/mcp", { method: "DELETE", headers });
    expect((await handler(end, tokenOf(sub))).status).toBe(200);
  }
  // The session and the mark of its end.
  expect(owners).toEqual(["mallory", "mallory", "", ""]);
  tally("records of sessions", owners.length);
  await handler.close();
});

it("lets nobody's questions push those of others out of memory", async () => {
  const { createCompletions } =
    await import("../../packages/midcall/src/server/url-mode/completions.js");
  const { resolveOptions } = await import("../../packages/midcall/src/server/options.js");
  const all = createCompletions(resolveOptions({ secret: SECRET, logger: createLog() }));
  const of = (principal: string | undefined) => all.of({ server: "s", principal });
  await of("alice").claim("alice's", 600_000);
  for (const who of ["mallory", undefined])
    for (let n = 0; n < 60_000; n++) await of(who).claim(`${who} ${n}`, 600_000);
  await expect(of("mallory").claim("alice's", 600_000)).rejects.toThrow(/another user's/);
  tally("claims of one person that would fill the memory", 120_000);
});

it("counts the trips of one person to other services as theirs", async () => {
  const store = createMemoryStore({ maxEntries: 400 });
  const lab = createPagesLab("custom", { store });
  const mallory = lab.browserOf("mallory");
  const link = await lab.pages.connectLink({
    ...asked(lab),
    principal: "mallory",
    provider: "api",
  });
  let refused = 0;
  for (let n = 0; n < 120; n++) {
    const page = await mallory.open(link.url);
    const leaving = await mallory.pressOnly(page, "connect").catch(() => undefined);
    if (leaving === undefined) {
      refused += 1;
      continue;
    }
    const before = await mallory.arrive(leaving, (url) => url.includes("/callback/"));
    // Without a code the link stays open, and the trip is over.
    const back = new URL(before.headers.get("location")!);
    back.searchParams.delete("code");
    if ((await mallory.open(back.href)).status >= 500) refused += 1;
  }
  expect(refused).toBeGreaterThan(60);
  for (let n = 0; n < 10; n++)
    await lab.pages.approvalLink({ ...asked(lab), principal: `person ${n}` });
  tally("trips beyond a person's share", 120);
});

it("gives one person so many links, by default", async () => {
  const lab = createPagesLab("custom");
  let made = 0;
  for (let n = 0; n < 700; n++) {
    await lab.pages.approvalLink({ ...asked(lab), principal: "mallory" }).then(
      () => (made += 1),
      (error: unknown) => expect(error).toMatchObject({ code: "ERR_MIDCALL_PAGE_LINK" }),
    );
  }
  // The count is met but for a little.
  expect(made).toBeGreaterThan(400);
  expect(made).toBeLessThanOrEqual(500);
  await lab.pages.approvalLink({ ...asked(lab), principal: "alice" });
  lab.clock.now += 2 * 3_600_000;
  await lab.pages.approvalLink({ ...asked(lab), principal: "mallory" });
  tally("links beyond a person's share", 700 - made);
});
