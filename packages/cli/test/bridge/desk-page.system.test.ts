import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectDesk, type Desk } from "../../src/bridge/desk/connect-desk.js";
import type { AskAbout } from "../../src/bridge/relay/asker.js";
import type { Members } from "../../src/bridge/wire/messages.js";
import type { ConsoleState } from "../../src/console/views/api-types.js";
import { fixture } from "../console/lab.js";
import { createExchange, type Exchange, redeemTicket } from "../../web/src/data/exchange.js";

let stateDir: string;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), "midcall-desk-"));
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

/** The page of a desk, without a browser. */
interface OpenPage extends AsyncDisposable {
  readonly origin: string;
  readonly address: string;
  readonly token: string;
  readonly exchange: Exchange;
  readonly state: () => ConsoleState;
  until(what: (state: ConsoleState) => boolean): Promise<void>;
}

interface OpenDesk extends AsyncDisposable {
  readonly desk: Desk;
  /** The page that was opened last. */
  page(): Promise<OpenPage>;
  ask(tag: string, about?: Partial<AskAbout>): Promise<Members>;
}

async function openPage(url: string): Promise<OpenPage> {
  const [address = "", hash = ""] = url.split("#");
  const { origin } = new URL(address);
  const token = (await redeemTicket(hash.replace("ticket=", ""), address))!;
  const exchange = await createExchange(token, address);
  const leaving = new AbortController();
  let state = {} as ConsoleState;
  const hear = (event: string, data: unknown): void => {
    if (event === "state") state = { ...state, ...(data as ConsoleState) };
  };
  const reading = exchange.listen(hear, leaving.signal).catch(() => {});
  return {
    ...{ origin, address, token, exchange, state: () => state },
    until: (what) => vi.waitFor(() => expect(what(state)).toBe(true)),
    async [Symbol.asyncDispose]() {
      leaving.abort();
      await reading;
    },
  };
}

function openDesk(server = "Reds", serverId = server): OpenDesk {
  const opened: string[] = [];
  const desk = connectDesk({
    ...{ stateDir, server, serverId, print: () => {}, pageFolder: fixture("page") },
    open: async (url) => void opened.push(url),
    onError: (error) => {
      throw error;
    },
  });
  return {
    desk,
    async page() {
      await vi.waitFor(() => expect(opened.length).toBeGreaterThan(0));
      return openPage(opened.at(-1)!);
    },
    ask(tag, about = {}) {
      const params = {
        message: `Which color ${tag}?`,
        requestedSchema: {
          type: "object",
          properties: { color: { type: "string", title: "Color" }, apiKey: { type: "string" } },
        },
      };
      const call = { method: "tools/call", name: "paint", arguments: { tag, token: "s3cret" } };
      const { signal } = new AbortController();
      return desk.ask(params, {
        call,
        isFirst: true,
        signal,
        untilDone: false,
        ...about,
      } as AskAbout);
    },
    [Symbol.asyncDispose]: () => desk.close(),
  };
}

const answer = { action: "accept", content: { color: "white", apiKey: "sk-canary" } };
async function respond({ exchange, state, until }: OpenPage, body: object = answer): Promise<void> {
  await until(({ questions }) => questions.showing.length > 0);
  const [{ id } = { id: "" }] = state().questions.showing;
  const path = `/questions/${encodeURIComponent(id)}/respond`;
  expect(await exchange.send({ method: "POST", path, body })).toMatchObject({ status: 200 });
  // Or the next one to wait for a question would find this one.
  await until(({ questions }) => questions.showing.every((one) => one.id !== id));
}
const audit = async ({ exchange }: OpenPage): Promise<readonly Members[]> =>
  ((await exchange.send({ method: "GET", path: "/audit" })).body as { entries: Members[] }).entries;

/** Answers a question whose caller has given up. */
async function keepAnswer(given: OpenDesk, page: OpenPage, tag: string): Promise<void> {
  const over = new AbortController();
  const asking = given.ask(tag, { signal: over.signal });
  await page.until(({ questions }) => questions.showing.length > 0);
  over.abort("gave-up");
  await asking;
  await respond(page);
  await page.until(({ kept }) => kept.length > 0);
}

it("the page of bridges can show and answer questions, and nothing else", async () => {
  await using given = openDesk();
  const asking = given.ask("today");
  await using page = await given.page();
  const routes = [
    ...["GET /servers", "POST /servers", "POST /servers/x/connect", "POST /servers/x/calls"],
    ...["POST /servers/x/request", "GET /servers/x/wire", "PUT /servers/x", "DELETE /servers/x"],
    ...["GET /calls/x", "POST /calls/x/cancel", "GET /import", "POST /import", "POST /import/x"],
    ...["GET /scenarios", "POST /scenarios", "PUT /scenarios/x", "POST /requests/x/answer"],
    ...["GET /environment", "GET /state", "POST /audit", "GET /kept", "GET /", "POST /"],
  ];
  for (const route of routes) {
    const [method = "", path = ""] = route.split(" ");
    const target = `touch ${join(stateDir, "ran")}`;
    const body = method === "GET" || method === "DELETE" ? undefined : { target, name: "x" };
    const { status } = await page.exchange.send({ method, path, body });
    expect({ route, status }).toEqual({ route, status: 404 });
  }
  await respond(page);
  expect(await asking).toEqual(answer);
  const drafts = await page.exchange.send({ method: "GET", path: "/drafts" });
  expect(drafts.status).toBe(200);
  expect(await audit(page)).toMatchObject([{ server: { name: "Reds" }, action: "accept" }]);
  expect(readdirSync(stateDir, { recursive: true })).not.toContain("ran");
});

it("another server of the same name ends no link, and the server itself none that nobody has agreed to", async () => {
  await using one = openDesk("index.js", "one");
  await using two = openDesk("index.js", "two");
  const first = one.ask("first");
  await using page = await one.page();
  await respond(page, { action: "decline" });
  await first;
  const { signal } = new AbortController();
  const about = { call: undefined, isFirst: true, host: undefined, signal, untilDone: true };
  // The messages of a bridge are read in turn: what it has sent before this is done afterwards.
  const read = (desk: Desk): Promise<Members> => desk.ask({ mode: "none" }, about);
  const shown = () => page.state().questions.showing[0]!;
  const answered = (action: string): Promise<unknown> =>
    page.exchange.send({
      method: "POST",
      path: `/questions/${encodeURIComponent(shown().id)}/respond`,
      body: { action },
    });
  // The second one asks through the socket of the first.
  for (const [by, other] of [
    [one, two],
    [two, one],
  ] as const) {
    const link = { mode: "url", url: "https://bank.example/", message: "?", elicitationId: "a" };
    const asking = by.desk.ask(link, about);
    await page.until(({ questions }) => questions.showing.length === 1);
    by.desk.complete("a");
    other.desk.complete("a");
    await Promise.all([read(by.desk), read(other.desk)]);
    expect(await Promise.race([asking, "open"])).toBe("open");
    await answered("decline");
    expect(await asking).toEqual({ action: "decline" });
    await page.until(({ questions }) => questions.showing.length === 0);

    const next = by.desk.ask({ ...link, elicitationId: "b" }, about);
    await page.until(({ questions }) => questions.showing.length === 1);
    await answered("accept");
    await page.until(() => (shown() as { opened?: boolean }).opened === true);
    other.desk.complete("b");
    await read(other.desk);
    expect(await Promise.race([next, "open"])).toBe("open");
    by.desk.complete("b");
    expect(await next).toEqual({ action: "accept" });
    await page.until(({ questions }) => questions.showing.length === 0);
  }
  const accepted = (await audit(page)).filter(({ action }) => action === "accept");
  expect(accepted.map(({ reason }) => reason)).toEqual(["completed", "completed"]);
});

it("a later desk has another token and port, and nothing of the earlier one is left in a file", async () => {
  const tokens: string[] = [];
  const origins: string[] = [];
  for (const tag of ["one", "two"]) {
    await using given = openDesk();
    const asking = given.ask(tag);
    await using page = await given.page();
    tokens.push(page.token);
    origins.push(page.origin);
    if (tokens.length === 2) {
      const old = await createExchange(tokens[0]!, page.address);
      await expect(old.send({ method: "GET", path: "/audit" })).rejects.toThrow();
    }
    const texts = readdirSync(stateDir, { recursive: true, encoding: "utf8" })
      .map((name) => join(stateDir, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, "latin1"));
    expect(texts.join("\n")).not.toContain(page.token);
    await respond(page, { action: "decline" });
    expect(await asking).toEqual({ action: "decline" });
  }
  expect(new Set(tokens).size).toBe(2);
  expect(new Set(origins).size).toBe(2);
  expect(readdirSync(join(stateDir, "bridge"))).not.toContain("desk.json");
});

it("a kept answer is on the page with what it is for, secrets masked, also at the next desk, until it is used, once", async () => {
  {
    await using given = openDesk();
    void given.ask("first").catch(() => {});
    await using page = await given.page();
    await respond(page, { action: "decline" });
    await keepAnswer(given, page, "today");
    const [kept] = page.state().kept;
    expect(kept).toMatchObject({
      ...{ server: "Reds", tool: "paint", message: "Which color today?", action: "accept" },
      fields: [
        { label: "Color", value: "white" },
        { label: "apiKey", value: "••••••" },
      ],
    });
    expect(JSON.parse(kept!.arguments)).toEqual({ tag: "today", token: "••••••" });
    expect(kept!.until).toBeGreaterThan(Date.now());
    expect(JSON.stringify(page.state())).not.toMatch(/sk-canary|s3cret/);
  }
  await using next = openDesk();
  const other = next.ask("tomorrow");
  await using page = await next.page();
  await page.until(({ kept }) => kept.length === 1);
  await respond(page, { action: "decline" });
  await other;
  expect(await next.ask("today")).toEqual(answer);
  await page.until(({ kept }) => kept.length === 0);
  const used = (await audit(page)).filter(({ via }) => via === "kept");
  expect(used).toMatchObject([{ server: { name: "Reds" }, tool: "paint", action: "accept" }]);
  const again = next.ask("today");
  await respond(page, { action: "cancel" });
  expect(await again).toEqual({ action: "cancel" });
});

it("a kept answer that is withdrawn is used for nothing, and the audit says what became of it", async () => {
  await using given = openDesk();
  void given.ask("first").catch(() => {});
  await using page = await given.page();
  await respond(page, { action: "decline" });
  await keepAnswer(given, page, "today");
  const [{ id } = { id: "" }] = page.state().kept;
  const withdraw = () => page.exchange.send({ method: "DELETE", path: `/kept/${id}` });
  expect((await page.exchange.send({ method: "DELETE", path: "/kept/another" })).body).toEqual({
    withdrawn: false,
  });
  expect((await withdraw()).body).toEqual({ withdrawn: true });
  expect((await withdraw()).body).toEqual({ withdrawn: false });
  await page.until(({ kept }) => kept.length === 0);
  const again = given.ask("today");
  await respond(page, { action: "decline" });
  expect(await again).toEqual({ action: "decline" });
  const events = (await audit(page)).filter(({ via }) => via === "kept");
  expect(events.map(({ policy }) => policy)).toEqual([["kept:stored"], ["kept:withdrawn"]]);
  expect(new Set(events.map(({ id: one }) => one)).size).toBe(1);
  expect(events.every(({ action }) => action === undefined)).toBe(true);
});
