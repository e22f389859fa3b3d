import { randomBytes } from "node:crypto";
import { request as send } from "node:http";
import { expect, it } from "vitest";
import { validateContent, parseRequestedSchema } from "midcall/schema";
import { Browser, hiddenInputs, type Seen } from "../../packages/midcall/test/pages/browser.js";
import {
  createLab,
  openAndLook,
  type Lab,
  NAME,
  object,
  SURE,
  wordsOf,
} from "../../packages/midcall/test/local-page/lab.js";
import { withoutOwnScript } from "../../packages/midcall/test/pages/own-script.js";
import { scaled } from "../night.js";
import { tally } from "./tally.js";

/*
 * The local page is at a port of this machine that any program of the machine and any web page in the user's browser can send
 * requests to. Each of them wants to read a question, or to answer it for the user.
 */

const MESSAGE = "A message for the user alone.";
const FORM = "application/x-www-form-urlencoded";

/** What an answer to a question of one yes/no field is made of. */
const yesOf = ({ body }: Seen, name = "yes"): string =>
  new URLSearchParams([...hiddenInputs(body), ["action", name]]).toString();

const proofIn = (seen: Seen): string => new URLSearchParams(yesOf(seen)).get("proof") ?? "";

const cookieOf = (browser: Browser): string =>
  [...browser.cookies.values()]
    .flatMap((jar) => [...jar])
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");

/** A request with any headers, also those that `fetch` does not let a program set. */
function raw(
  url: string,
  headers: Record<string, string>,
  { method = "GET", body }: { method?: string; body?: string } = {},
): Promise<{ status: number; body: string }> {
  const { hostname, port, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = send(
      { host: hostname, port, path: pathname + search, method, headers, agent: false },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
      },
    );
    request.on("error", reject).end(body);
  });
}

it("says nothing to a program that guesses addresses, and the user answers all the same", async () => {
  await using lab = createLab();
  const { answers } = await lab.ask({ id: "known-id", message: MESSAGE, requestedSchema: SURE });
  const { browser, page } = await lab.arrive();
  const { origin, pathname } = new URL(page.url);
  const [, , token = "", pass = ""] = pathname.split("/");
  const used = new URL(lab.opened[0]!).pathname;
  const paths = [
    ...["/", "/o/", "/q/", "/q", "/favicon.ico", "/l/x", used, pathname, `${pathname}/`],
    ...[`/q/${token}`, `/q/${token}/`, `/q/${pass}`, `/q/${pass}/${token}`, `/o/${pass}`],
    ...[`/q/${token.slice(1)}`, `/q/${token}x`, `/o/${token}`, `/q/${used.slice(3)}`],
    ...["/q/known-id", `/q/..%2f..`, `//evil.example${pathname}`, `${pathname}?again`],
    ...Array.from(
      { length: scaled(100, 1000) },
      () => `/q/${randomBytes(32).toString("base64url")}`,
    ),
    ...Array.from(
      { length: scaled(100, 1000) },
      () => `/o/${randomBytes(32).toString("base64url")}`,
    ),
  ];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const method of path.length < 90 && seen.size < 40 ? ["GET", "POST"] : ["GET"]) {
      const got = await raw(
        `${origin}${path}`,
        { "content-type": FORM },
        { method, ...(method === "POST" && { body: "action=yes&f0=yes" }) },
      );
      expect([404, 429], path).toContain(got.status);
      expect(got.body).not.toContain(MESSAGE);
      expect(got.body).not.toContain(token);
      seen.add(got.body);
    }
  }
  // The same for what exists and what does not: not available, and too many.
  expect(seen.size).toBe(2);
  expect(answers).toEqual([]);
  // The guesses have used up nothing of the user's.
  const mine = await openAndLook(browser, page.url);
  expect((await browser.press(mine, "yes")).title).toBe("Sent");
  expect(answers).toEqual([{ action: "accept", content: { ok: true } }]);
  tally("guessed addresses of a local page", paths.length);
});

it("lets in nobody who has the address of the page, or an address that was used", async () => {
  await using lab = createLab();
  const { answers } = await lab.ask({ message: MESSAGE, requestedSchema: SURE });
  const { page, browser } = await lab.arrive();
  // What a model gets when the user pastes the address into the chat, or reads in a file after the browser came.
  const [time, , code] = proofIn(page).split(".");
  const bodies = [
    new URLSearchParams({ action: "yes" }),
    new URLSearchParams({ action: "yes", proof: `${time}.${"A".repeat(43)}.${code}` }),
    new URLSearchParams({
      action: "yes",
      proof: proofIn(page).replace(/.$/, (one) => (one === "A" ? "B" : "A")),
    }),
  ];
  const proofless = page.url.replace(/\/[\w-]{43}\?/, "?");
  const jar = cookieOf(browser);
  const name = jar.split("=")[0]!;
  const cookies = ["", `${name}=${"A".repeat(43)}`, `${name}=`, `other=${jar.split("=")[1]}`];
  let tried = 0;
  for (const cookie of cookies) {
    for (const url of [page.url, proofless, lab.opened[0]!]) {
      for (const body of [undefined, "HEAD", ...bodies]) {
        const method = body === undefined ? "GET" : body === "HEAD" ? "HEAD" : "POST";
        const got = await raw(
          url,
          { cookie, "content-type": FORM },
          { method, ...(method === "POST" && { body: String(body) }) },
        );
        expect(got.status).toBe(404);
        expect(got.body).not.toContain(MESSAGE);
        tried += 1;
      }
    }
  }
  expect(answers).toEqual([]);
  tally("visitors of a local page with its address and no session", tried);
});

it("lets in nobody with the cookie alone, which every port of the machine is sent", async () => {
  await using lab = createLab();
  await lab.ask({ message: MESSAGE });
  const { page, browser } = await lab.arrive();
  const cookie = cookieOf(browser);
  const { origin } = new URL(page.url);
  const paths = ["/", "/q/", `/q/${randomBytes(32).toString("base64url")}`, `/q/question-1`];
  for (const path of paths) {
    const got = await raw(origin + path, { cookie });
    expect(got.status).toBe(404);
    expect(got.body).not.toContain(MESSAGE);
  }
  tally("visitors of a local page with its cookie and no address", paths.length);
});

it("a ticket works once, for a page load, and not for one that is only made ahead", async () => {
  await using lab = createLab();
  await lab.ask({ message: MESSAGE });
  const [ticket = ""] = lab.opened;
  expect((await raw(ticket, {}, { method: "HEAD" })).status).toBe(404);
  expect((await raw(ticket, {}, { method: "POST" })).status).toBe(404);
  expect((await raw(ticket, { "sec-purpose": "prefetch" })).status).toBe(404);
  expect((await raw(ticket, { "sec-fetch-dest": "iframe" })).status).toBe(403);
  const all = await Promise.all(Array.from({ length: 20 }, () => raw(ticket, {})));
  expect(all.map(({ status }) => status).toSorted()).toEqual([303, ...Array<number>(19).fill(404)]);
  expect((await raw(ticket, {})).status).toBe(404);
  tally("uses of a ticket of a local page but the first", 24);
});

it("answers no request under a foreign name, from a foreign page, or in a frame", async () => {
  await using lab = createLab();
  const { answers } = await lab.ask({ message: MESSAGE, requestedSchema: SURE });
  const { page, browser } = await lab.arrive();
  const { host, hostname, port } = new URL(page.url);
  const cookie = cookieOf(browser);
  const body = yesOf(page);
  const attempts: { headers: Record<string, string>; method: string; status: number }[] = [];
  for (const name of [
    "evil.example",
    `evil.example:${port}`,
    `localhost:${port}`,
    `127.0.0.1`,
    `127.0.0.1:1`,
    `127.1:${port}`,
    `0.0.0.0:${port}`,
    `[::1]:${port}`,
    `127.0.0.1:${port}`,
    hostname,
    `${hostname}.evil.example:${port}`,
  ]) {
    for (const method of ["GET", "POST"]) {
      attempts.push({ headers: { host: name, cookie }, method, status: 421 });
    }
  }
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: `http://localhost:${port}` },
    { origin: `https://${host}` },
    { origin: "http://127.0.0.1:1" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "cross-site", origin: "null" },
    { "sec-fetch-site": "same-origin", origin: "https://evil.example" },
  ];
  for (const more of foreign) {
    attempts.push({ headers: { host, cookie, ...more }, method: "POST", status: 403 });
  }
  for (const dest of ["iframe", "frame", "image", "empty", "script", "object", "embed"]) {
    for (const method of ["GET", "POST"]) {
      attempts.push({ headers: { host, cookie, "sec-fetch-dest": dest }, method, status: 403 });
    }
  }
  for (const { headers, method, status } of attempts) {
    const given = { ...headers, "content-type": FORM };
    const got = await raw(page.url, given, { method, ...(method === "POST" && { body }) });
    expect(got.status, JSON.stringify(headers)).toBe(status);
    expect(got.body).not.toContain(MESSAGE);
  }
  expect(answers).toEqual([]);
  for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) {
    expect((await raw(page.url, { host, cookie }, { method })).status).toBe(405);
  }
  // The same request without any of that is the user's.
  const own = {
    host,
    cookie,
    "content-type": FORM,
    "sec-fetch-site": "same-origin",
    origin: "null",
  };
  expect((await raw(page.url, own, { method: "POST", body })).status).toBe(303);
  expect(answers).toHaveLength(1);
  tally("requests of foreign pages to a local page", attempts.length + 4);
});

it("keeps nobody from the page of their question with cookies of the same name", async () => {
  await using lab = createLab();
  const { answers } = await lab.ask({ message: MESSAGE, requestedSchema: SURE });
  const { page, browser } = await lab.arrive();
  const own = cookieOf(browser);
  const [name = ""] = own.split("=");
  const { host } = new URL(page.url);
  const tossed = Array.from({ length: 179 }, (_, nr) => `${name}=${String(nr).padStart(43, "A")}`);
  for (const cookie of [
    [...tossed, own],
    [own, ...tossed],
    [tossed[0]!, "", own, "=", name],
  ]) {
    const seen = await raw(page.url, { host, cookie: cookie.join("; ") });
    expect([seen.status, seen.body.includes(MESSAGE)]).toEqual([200, true]);
  }
  const foreign = await raw(page.url, { host, cookie: tossed.join("; ") });
  expect([foreign.status, foreign.body.includes(MESSAGE)]).toEqual([404, false]);
  const headers = { host, cookie: [...tossed, own].join("; "), "content-type": FORM };
  const sent = await raw(page.url, headers, { method: "POST", body: yesOf(page) });
  expect([sent.status, answers.length]).toEqual([303, 1]);
  tally("cookies of other programs beside that of a local page", 3 * 179 + 1);
});

it("shows the user their question, and takes the answer, whatever became of the cookie, and nobody else anything", async () => {
  const opened: string[] = [];
  let next = (): void => {};
  await using lab = createLab({
    open: async (url) => {
      opened.push(url);
      next();
    },
  });
  const { answers } = await lab.ask({ message: MESSAGE, requestedSchema: SURE });
  // A browser that keeps no cookie: other programs have set so many that none of it is left.
  const browser = new Browser({});
  const send = browser.send.bind(browser);
  browser.send = async (url, init) => {
    browser.cookies.clear();
    return send(url, init);
  };
  const first = await openAndLook(browser, opened[0]!);
  expect([first.status, wordsOf(first).includes(MESSAGE)]).toEqual([200, true]);
  const another = new Promise<void>((resolve) => (next = resolve));
  // Loaded again, it is what anybody gets who has the address: and the user gets another tab.
  const again = await browser.open(first.url);
  expect([again.status, again.body.includes(MESSAGE)]).toEqual([404, false]);
  await another;
  const second = await openAndLook(browser, opened[1]!);
  expect(wordsOf(second)).toContain(MESSAGE);
  const sent = await browser.press(first, "yes");
  expect([sent.title, answers.length]).toEqual(["Sent", 1]);
  // The way to the page of the answer was good for once as well.
  expect((await browser.open(sent.url)).status).toBe(404);
  tally("loads of a local page without its cookie", 3);
});

it("opens few tabs for those who have the address of a page alone", async () => {
  await using lab = createLab();
  await lab.ask({ message: MESSAGE });
  const { page } = await lab.arrive();
  for (let nr = 0; nr < 20; nr++) {
    for (const method of ["GET", "HEAD", "POST"]) await raw(page.url, {}, { method });
    await raw(page.url, { "sec-purpose": "prefetch" });
  }
  expect(lab.opened).toHaveLength(4);
  const [one = "", ...others] = lab.opened.toReversed();
  // The newest one lets in, and those before do not.
  for (const url of others) expect((await raw(url, {})).status).toBe(404);
  expect((await raw(one, {})).status).toBe(303);
  tally("loads of a local page by those who have its address alone", 80);
});

it("takes no form that was made for another question, browser or time, or changed", async () => {
  await using lab = createLab();
  const one = await lab.ask({ message: "One", requestedSchema: SURE });
  const mine = await lab.arrive();
  const two = await lab.ask({ id: "two", message: MESSAGE, requestedSchema: SURE });
  await lab.ask({ id: "two", message: MESSAGE, requestedSchema: SURE });
  // Another browser of the same user, which was started for the second question.
  const other = await lab.arrive();
  const [time = "", key = "", code = ""] = proofIn(other.page).split(".");
  const [, mineKey = "", mineCode = ""] = proofIn(mine.page).split(".");
  const proofs = [
    proofIn(mine.page),
    "",
    `${time}.`,
    code,
    `.${code}`,
    `${time}.${code}`,
    `${time}..${code}`,
    `${time}.${key}.`,
    `${time}.${key}.${code}x`,
    `${time}.${key}.${code.slice(1)}`,
    `1${time}.${key}.${code}`,
    `-1.${key}.${code}`,
    `${time}.${mineKey}.${code}`,
    `${time}.${key}.${mineCode}`,
    `${time}.${key}.${randomBytes(32).toString("base64url")}`,
    "x".repeat(100_000),
  ];
  let tried = 0;
  const post = async (browser: Browser, url: string, proof: string): Promise<Seen> => {
    tried += 1;
    return browser.send(url, {
      method: "POST",
      body: new URLSearchParams({ proof, action: "yes" }).toString(),
      headers: { "content-type": FORM },
    });
  };
  for (const proof of proofs) {
    const got = await post(other.browser, other.page.url, proof);
    expect(got.status, proof).toBe(403);
    expect(wordsOf(got)).toContain("Nothing was sent: this page was out of date");
  }
  expect((await post(mine.browser, other.page.url, proofIn(other.page))).status).toBe(403);
  expect((await post(other.browser, mine.page.url, proofIn(mine.page))).status).toBe(403);
  expect([one.answers, two.answers]).toEqual([[], []]);
  // Of another run of the server, with the same question.
  await using again = createLab();
  const asked = await again.ask({ message: "One", requestedSchema: SURE });
  const there = await again.arrive();
  expect((await post(there.browser, there.page.url, proofIn(mine.page))).status).toBe(403);
  expect(asked.answers).toEqual([]);
  tally("forms of a local page for something else", tried);
});

it("delivers one of many answers that arrive at the same moment", async () => {
  await using lab = createLab();
  const { answers } = await lab.ask({ requestedSchema: SURE });
  const { browser, page } = await lab.arrive();
  const buttons = Array.from(
    { length: 60 },
    (_, nr) => ["yes", "no", "decline", "cancel"][nr % 4]!,
  );
  const seen = await Promise.all(buttons.map((name) => browser.pressOnly(page, name)));
  expect(answers).toHaveLength(1);
  expect(seen.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(seen.filter(({ status }) => status === 409)).toHaveLength(59);
  tally("answers to one question at the same moment", buttons.length);
});

it("delivers only content that the schema allows, whatever is posted", async () => {
  const schema = object(
    {
      name: { type: "string", minLength: 2, maxLength: 5, pattern: "^[a-z]+$" },
      seats: { type: "integer", minimum: 1, maximum: 60 },
      share: { type: "number", minimum: 0.5 },
      mail: { type: "string", format: "email" },
      day: { type: "string", format: "date" },
      size: { type: "string", enum: ["s", "l"] },
      tags: { type: "array", items: { type: "string", enum: ["a", "b"] }, maxItems: 1 },
      sure: { type: "boolean" },
    },
    ["name", "sure"],
  );
  const parsed = parseRequestedSchema(schema);
  const values = [
    ...[
      "",
      "ab",
      "a",
      "ABC",
      "abcdef",
      "1",
      "61",
      "-1",
      "1e3",
      "0",
      "0x10",
      "NaN",
      "Infinity",
      "1.5",
    ],
    ...["a@b.co", "a@", "2026-02-30", "2026-02-03", "s", "yes", "no", "true", "none", "__proto__"],
    ...[
      "\u0000",
      "\uD800",
      "ab\n",
      "é".repeat(3),
      "<script>",
      "x".repeat(100_000),
      "[]",
      "{}",
      "null",
    ],
  ];
  let seed = 7;
  const pick = <T>(list: readonly T[]): T => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return list[seed % list.length]!;
  };
  const fields = [
    ...Array.from({ length: 8 }, (_, nr) => `f${nr}`),
    "f9",
    "f0z",
    "name",
    "content",
  ];
  let delivered = 0;
  const play = async (lab: Lab, round: number): Promise<void> => {
    const { answers, shown } = await lab.ask({ requestedSchema: schema });
    const { browser, page } = await lab.arrive();
    const body = new URLSearchParams(hiddenInputs(page.body));
    // Half of them are nearly right.
    if (round % 2 === 0)
      for (const [name, value] of [
        ["f0", "ab"],
        ["f7", "yes"],
      ])
        body.set(name!, value!);
    for (let nr = 0; nr < 3; nr++) body.append(pick(fields), pick(values));
    body.append("action", pick(["answer", "send", "review", "yes", "change", "go", "", "none"]));
    const headers = { "content-type": FORM };
    const got = await browser.send(page.url, { method: "POST", body: body.toString(), headers });
    expect(got.status).toBeLessThan(500);
    for (const answer of answers) {
      delivered += 1;
      expect(answer.action).toBe("accept");
      const content = answer.action === "accept" ? answer.content : undefined;
      expect(validateContent(parsed, content)).toEqual({ valid: true, content });
    }
    shown!.close("withdrawn");
  };
  const [LABS, ROUNDS] = [10, scaled(6, 40)];
  // An answered page waits a moment for another question, so that they take turns.
  const plays = Array.from({ length: LABS }, async () => {
    await using lab = createLab({ review: "never" });
    for (let round = 0; round < ROUNDS; round++) await play(lab, round);
  });
  await Promise.all(plays);
  expect(delivered).toBeGreaterThan((LABS * ROUNDS) / 20);
  tally("hostile bodies posted to a local page", LABS * ROUNDS);
});

it("does not read bodies that are too long or of another type", async () => {
  await using lab = createLab();
  const { answers } = await lab.ask({ requestedSchema: NAME });
  const { browser, page } = await lab.arrive();
  const valid = new URLSearchParams([...hiddenInputs(page.body), ["action", "answer"]]).toString();
  const post = async (body: string, type = FORM): Promise<number> =>
    (await browser.send(page.url, { method: "POST", body, headers: { "content-type": type } }))
      .status;
  expect(await post(`${valid}&f0=${"a".repeat(262_144)}`)).toBe(413);
  expect(await post(`${valid}&f0=x${"&".repeat(5_000)}`)).toBe(413);
  for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x", ""]) {
    expect(await post(`${valid}&f0=Ada`, type), type).toBe(415);
  }
  expect(answers).toEqual([]);
  tally("bodies that a local page does not read", 6);
});

it("limits how often one question is asked for, and no other one with it", async () => {
  await using lab = createLab();
  await lab.ask({ id: "one" });
  const { browser, page } = await lab.arrive();
  const statuses: number[] = [];
  for (let nr = 0; nr < 310; nr++) statuses.push((await browser.send(page.url)).status);
  expect(new Set(statuses.slice(0, 290))).toEqual(new Set([200]));
  expect(statuses.at(-1)).toBe(429);
  await lab.ask({ id: "two", message: MESSAGE });
  await lab.ask({ id: "two", message: MESSAGE });
  expect(wordsOf((await lab.arrive()).page)).toContain(MESSAGE);
});

it("has the headers of the pages on every response", async () => {
  await using lab = createLab();
  await lab.ask();
  const { page } = await lab.arrive();
  const { origin } = new URL(page.url);
  for (const url of [page.url, `${origin}/`, `${origin}/o/x`, lab.opened[0]!]) {
    const { headers } = await fetch(url, { redirect: "manual" });
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-frame-options")).toBe("DENY");
  }
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(withoutOwnScript(page.body, policy)).not.toMatch(/<script|javascript:| on\w+=/i);
});

it("shows a hostile text of the server as text", async () => {
  await using lab = createLab();
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>\u202Eesrever`;
  await lab.ask({
    server: evil,
    tool: evil,
    message: evil,
    reason: evil,
    previous: { name: evil },
    requestedSchema: object({
      [evil]: { type: "string", title: evil, description: evil, default: evil },
    }),
  });
  await lab.ask({
    mode: "url",
    url: `https://example.com/"><script>alert(1)</script>`,
    message: evil,
  });
  const { browser, page } = await lab.arrive();
  const pages = [page, await browser.press(page, "decline")];
  for (const { body, headers } of pages) {
    const policy = headers.get("content-security-policy") ?? "";
    expect(withoutOwnScript(body, policy)).not.toMatch(/<script|<img/i);
    expect(body).not.toContain("\u202E");
  }
  expect(wordsOf(pages[1]!)).toContain("example.com");
  tally("hostile texts on a local page", 8);
});
