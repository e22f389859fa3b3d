import { createHash } from "node:crypto";
import { createCustomIdentity } from "midcall/pages";
import { describe, expect, it } from "vitest";
import type { Seen } from "./browser.js";
import { asked, createLab, strategies, type Lab } from "./lab.js";
import { withoutOwnScript } from "./own-script.js";

/** After the cheat sheets on HTTP headers, content security policy and session management of OWASP. */
function expectSafe({ headers, body, status }: Seen, secure: boolean): void {
  const is = (name: string, value: string): void => expect(headers.get(name), name).toBe(value);
  is("referrer-policy", "no-referrer");
  is("cache-control", "no-store");
  is("x-frame-options", "DENY");
  is("x-content-type-options", "nosniff");
  is("cross-origin-opener-policy", "same-origin");
  is("cross-origin-resource-policy", "same-origin");
  is("cross-origin-embedder-policy", "require-corp");
  expect(headers.get("permissions-policy")).toContain("camera=()");
  expect(headers.get("strict-transport-security")).toBe(secure ? "max-age=63072000" : null);
  expect(headers.get("access-control-allow-origin")).toBeNull();
  expect(headers.get("server") ?? headers.get("x-powered-by")).toBeNull();
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy.split("; ").slice(0, 1)).toEqual(["default-src 'none'"]);
  for (const part of ["form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"]) {
    expect(policy).toContain(part);
  }
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  // Only pages on this machine have a script, and only one.
  const scripts = policy.split("; ").filter((part) => /^(?:script-src|connect-src)/.test(part));
  if (secure) expect(scripts).toEqual([]);
  else expect(scripts[0]).toMatch(/^script-src 'sha256-[\w+/=]{44}'$/);
  if (status !== 303 && body !== "") {
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(withoutOwnScript(body, policy)).not.toMatch(
      /<script|\son\w+=|javascript:|style="|<img|<iframe|<base/i,
    );
    expect(body).toMatch(/<html lang="en" dir="ltr">/);
    expect(body).toMatch(/<title>[^<]+<\/title>/);
  }
  for (const cookie of headers.getSetCookie()) {
    const [pair = "", ...attributes] = cookie.split("; ");
    const expected = ["Path=/", "HttpOnly", "SameSite=Lax", ...(secure ? ["Secure"] : [])];
    const isTrip = pair.includes("midcall-trip-");
    const [life = "", ...others] = isTrip
      ? attributes.toSorted((one) => (one.startsWith("Max-Age=") ? -1 : 1))
      : ["", ...attributes];
    if (isTrip) expect(life).toMatch(/^Max-Age=\d{1,6}$/);
    expect(others.toSorted()).toEqual(expected.toSorted());
    const form = isTrip
      ? /^(__Host-)?midcall-trip-\w{8}-[\w-]{16}=(mcp2\.[\w-]+)?$/
      : /^(__Host-)?midcall-\w{8}=[\w-]{43}$/;
    expect(pair).toMatch(form);
    expect(pair.startsWith("__Host-")).toBe(secure);
  }
}

/** Every kind of response of every route. */
async function everywhere(lab: Lab): Promise<Seen[]> {
  const seen: Seen[] = [];
  const { pages } = lab;
  const alice = lab.browserOf("alice");
  const note = (one: Seen): Seen => (seen.push(one), one);
  const post = (url: string, body: string, headers = {}): Promise<Seen> =>
    alice.send(url, {
      method: "POST",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
  const links = [
    await pages.secretLink({ ...asked(lab), name: "stripe" }),
    await pages.connectLink({ ...asked(lab), provider: "api", scopes: ["read"] }),
    await pages.approvalLink({ ...asked(lab), url: "https://pay.example.com/1" }),
    await pages.approvalLink(asked(lab)),
    await pages.answerLink({
      ...asked(lab),
      requestedSchema: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
    }),
  ];
  note(await alice.send(links[0]!.url)); // the gate
  if (lab.strategy !== "custom") {
    const gate = await alice.send(links[0]!.url);
    note(await alice.pressOnly(gate, undefined, { code: "AAA-AAA" }));
    note(await alice.send(`${links[0]!.url}?again`));
    note(await post(links[0]!.url, "x=1"));
  }
  const inside = [];
  for (const link of links) inside.push(note(await lab.enter(alice, link)));
  note(await alice.pressOnly(inside[0]!, "save", { f0: "" }));
  note(await alice.send(`${links[0]!.url}?again`));
  note(await post(links[0]!.url, "action=save"));
  note(await alice.pressOnly(inside[1]!, "connect"));
  note(await alice.pressOnly(inside[2]!, "go"));
  note(await alice.pressOnly(inside[4]!, "review"));
  note(await alice.pressOnly(inside[4]!, "review", { f0: "b" }));
  note(await alice.send(`${links[4]!.url}?review`));
  const over = note(await alice.pressOnly(inside[0]!, "save", { f0: "key" }));
  expect(over.status).toBe(303);
  note(await alice.send(links[0]!.url));
  note(await alice.pressOnly(inside[0]!, "save", { f0: "key" }));
  note(await alice.send(`${lab.base}/l/${"a".repeat(43)}`));
  for (const path of [
    "/l/x",
    "/callback/api",
    "/callback/none?state=x&code=y",
    "/signed-in",
    "/",
    "/x",
  ]) {
    note(await alice.send(lab.base + path));
  }
  note(await alice.send(links[3]!.url, { method: "DELETE" }));
  note(await alice.send(links[3]!.url, { method: "HEAD" }));
  note(await alice.send(links[3]!.url, { method: "PROPFIND" }));
  note(await alice.send(`${lab.base}/callback/api`, { method: "HEAD" }));
  note(await post(links[3]!.url, `x=${"y".repeat(300_000)}`));
  note(await post(links[3]!.url, "x", { "content-type": "text/plain" }));
  note(await post(links[3]!.url, "x", { "sec-fetch-site": "cross-site" }));
  note(await alice.send(links[3]!.url, { headers: { host: "evil.example" } }));
  lab.clock.now += 60 * 60 * 1000 - 1;
  note(await lab.enter(alice, links[3]!));
  return seen;
}

describe.each(strategies)("headers and cookies, with %s identity", (strategy) => {
  it("are safe on every route and in every state", async () => {
    const lab = createLab(strategy);
    const seen = await everywhere(lab);
    for (const one of seen) expectSafe(one, strategy !== "local");
    const statuses = new Set(seen.map(({ status }) => status));
    for (const status of [200, 303, 403, 404, 405, 409, 413, 415, 421, 422]) {
      expect([...statuses]).toContain(status);
    }
    expect(Math.max(...statuses)).toBeLessThan(500);
  });
});

it("adds them to a response of the author's that cannot be changed", async () => {
  const signIn = Response.redirect("https://mcp.example.org/login", 302);
  expect(() => signIn.headers.set("x-any", "1")).toThrow(TypeError);
  const lab = createLab("custom", { identify: createCustomIdentity(() => signIn) });
  const { url } = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
  for (const method of ["GET", "HEAD", "POST"]) {
    const form = method === "POST" && { body: new URLSearchParams({ action: "save" }) };
    const response = await lab.pages.fetch(new Request(url, { method, ...form }));
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("https://mcp.example.org/login");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
  expect(signIn.headers.get("referrer-policy")).toBeNull();
});
