import { describe, expect, it } from "vitest";
import { createCustomIdentity } from "midcall/pages";
import { type Authenticate } from "../../src/pages/identity/custom.js";
import { asked, createLab, type Lab } from "./lab.js";

/** Alice while she is signed in at the site; then whatever the site answers. */
function createSite(away: (request: Request) => ReturnType<Authenticate>): Lab & {
  readonly site: { signedIn: boolean };
  readonly requests: Request[];
} {
  const site = { signedIn: true };
  const requests: Request[] = [];
  const identify = createCustomIdentity((request) => {
    requests.push(request);
    return site.signedIn ? "alice" : away(request);
  });
  const alsoHosts = ["inner:8080"];
  return { ...createLab("custom", { identify, alsoHosts }), site, requests };
}

describe("an identity of the author's own", () => {
  it.each([301, 302, 303, 307, 308])(
    "leads somebody who was signed out meanwhile to the sign-in by a page, not by a redirect with %s",
    async (status) => {
      const lab = createSite(() => {
        const headers = new Headers({ location: "https://login.example.com/?back=1&x=2" });
        headers.append("set-cookie", "site-back=1; Path=/");
        headers.append("set-cookie", "site-try=2; Path=/");
        return new Response(null, { status, headers });
      });
      const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
      const alice = lab.browserOf("alice");
      const page = await alice.open(link.url);
      lab.site.signedIn = false;
      const left = await alice.pressOnly(page, "save", { f0: "sk_canary" });
      expect(left.status).toBe(200);
      expect(left.headers.get("location")).toBeNull();
      expect(left.body).toContain('content="0;url=https://login.example.com/?back=1&amp;x=2"');
      expect(left.headers.getSetCookie()).toEqual(["site-back=1; Path=/", "site-try=2; Path=/"]);
      expect(left.headers.get("content-security-policy")).toContain("form-action 'self'");
      // On the way in there was no form, and a redirect does.
      expect((await alice.send(link.url)).status).toBe(status);
      expect(await link.completed()).toBeUndefined();
    },
  );

  it("redirects within the site without the form, leads nowhere odd, and shows what is no redirect", async () => {
    let answer = (): Response =>
      new Response(null, { status: 307, headers: { location: "/login" } });
    const lab = createSite(() => answer());
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const alice = lab.browserOf("alice");
    const page = await alice.open(link.url);
    lab.site.signedIn = false;
    const left = await alice.pressOnly(page, "save", { f0: "x" });
    expect(left.body).toContain('content="0;url=https://mcp.example.org/login"');
    for (const location of ["javascript:alert(1)", "https://"]) {
      answer = () => new Response(null, { status: 302, headers: { location } });
      const odd = await alice.pressOnly(page, "save", { f0: "x" });
      expect(odd.body).not.toContain("javascript:");
      expect(odd.headers.get("location")).toBeNull();
      expect(odd.status).toBe(404);
    }
    answer = () => new Response("Who are you?", { status: 401 });
    const said = await alice.pressOnly(page, "save", { f0: "x" });
    expect([said.status, said.body]).toEqual([401, "Who are you?"]);
  });

  it("gets the public address of the link, wherever the proxy sends it and whatever brought the person", async () => {
    const lab = createSite(() => undefined);
    const link = await lab.pages.connectLink({ ...asked(lab), provider: "api", scopes: ["read"] });
    const inner = new URL(link.url);
    inner.protocol = "http:";
    inner.host = "inner:8080";
    for (const method of ["GET", "HEAD", "POST"]) {
      const headers = {
        "x-user": "alice",
        "content-type": "application/x-www-form-urlencoded",
      };
      const body = method === "POST" ? "action=switch&f0=sk_canary" : null;
      await lab.pages.fetch(new Request(inner, { method, headers, body }));
      const request = lab.requests.at(-1)!;
      expect(request.url).toBe(link.url);
      expect(request.headers.get("x-user")).toBe("alice");
      expect(await request.text()).toBe("");
    }
    const alice = lab.browserOf("alice");
    await alice.press(await alice.open(`${link.url}?again`), "connect");
    expect(await link.completed()).toEqual({ status: "done" });
    expect(alice.trail.join()).toContain("/callback/api?code=");
    expect(new Set(lab.requests.map(({ url }) => url))).toEqual(new Set([link.url]));
  });
});
