import { describe, expect, it } from "vitest";
import { scaled, seed } from "../../../../test/night.js";
import type { PageLink } from "../../src/pages/links/links.js";
import { createRandom } from "../server/state-lab.js";
import { asked, createLab, strategies } from "./lab.js";

/** For each strategy. */
const REQUESTS = scaled(1500, 34_000);
const BATCH = 50;
const ACTIONS = ["save", "approve", "send", "review", "decline", "cancel", "connect", "go"];
const ODD = [
  "",
  "%",
  "%00",
  "%E0%A4%A",
  "..",
  "%2e%2e%2f",
  "\u202e",
  "__proto__",
  "constructor",
  "<script>alert(1)</script>",
  "'\"><img src=x onerror=alert(1)>",
  "a".repeat(3000),
  "\u0000",
  "{{7*7}}",
  "💥",
  "switch",
];
const METHODS = [
  "GET",
  "POST",
  "POST",
  "POST",
  "HEAD",
  "PUT",
  "DELETE",
  "OPTIONS",
  "PATCH",
  "PROPFIND",
];

describe.each(strategies)("thousands of hostile requests, with %s identity", (strategy) => {
  it("break nothing, store nothing, use up no link; the valid ones among them are served", async () => {
    const lab = createLab(strategy, {
      limits: { perAddress: Infinity, linksPerUser: Infinity },
    });
    const origin = new URL(lab.base).origin;
    const below = createRandom(seed);
    const roll = (): number => below(2 ** 32) / 2 ** 32;
    const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
    const why = asked(lab);
    const links: PageLink[] = [];
    for (let count = 0; count < 40; count++) {
      links.push(
        await lab.pages.secretLink({ ...why, name: "stripe" }),
        await lab.pages.connectLink({ ...why, provider: "api" }),
        await lab.pages.approvalLink(why),
        await lab.pages.answerLink({
          ...why,
          requestedSchema: {
            type: "object",
            properties: {
              a: { type: "string" },
              b: { type: "array", items: { type: "string", enum: ["x"] } },
            },
          },
        }),
      );
    }
    let vaultPuts = 0;
    const put = lab.vault.put.bind(lab.vault);
    lab.vault.put = (...args) => (vaultPuts++, put(...args));

    const statuses = new Map<number, number>();
    const wanted = { served: 0, sent: 0 };
    // What a request costs, whoever sends it: looks into the store and changes of it.
    let storeCalls = 0;
    for (const name of ["get", "put", "putIfAbsent", "take", "delete", "publish"] as const) {
      const real = lab.store[name] as (...args: unknown[]) => Promise<never>;
      lab.store[name] = (...args: unknown[]) => (storeCalls++, real.apply(lab.store, args));
    }

    const bob = lab.browserOf("bob");
    const bobsPage = await lab.enter(bob, { ...links[0]!, code: "AAA-AAA" });
    const bobsProof = /name="proof" value="([^"]*)"/.exec(bobsPage.body)?.[1] ?? "";
    const bobs = [...(bob.cookies.get(new URL(lab.base).hostname) ?? [])]
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    const seenBefore = lab.store.values().length;

    const hostile = (): Request => {
      const link = pick(links).url;
      const paths = [
        link,
        `${link}/${encodeURIComponent(pick(ODD))}`,
        `${link}?${encodeURIComponent(pick(ODD))}=${encodeURIComponent(pick(ODD))}`,
        `${lab.base}/l/${encodeURIComponent(pick(ODD))}`,
        `${lab.base}/l/${Math.floor(roll() * 1e15).toString(36)}`,
        `${lab.base}/callback/${encodeURIComponent(pick(ODD))}?state=${"s".repeat(43)}&code=c`,
        `${lab.base}/callback/api?state=${pick(ODD).slice(0, 5)}&error=access_denied`,
        `${lab.base}/signed-in?state=${"x".repeat(43)}&code=y`,
        `${lab.base}/${encodeURIComponent(pick(ODD))}`,
        `${origin}/${encodeURIComponent(pick(ODD))}`,
      ];
      const method = pick(METHODS);
      const headers = new Headers();
      // Bob, nobody, or rubbish; never Alice.
      const cookie = pick([
        bobs,
        bobs,
        bobs,
        "",
        "=;=;;",
        "a=b; ".repeat(50),
        `x=${"z".repeat(43)}; ${bobs}`,
      ]);
      if (cookie !== "") headers.set("cookie", cookie);
      if (roll() < 0.7) {
        headers.set(
          "content-type",
          pick([
            "application/x-www-form-urlencoded",
            "application/x-www-form-urlencoded; charset=utf-16",
            "text/plain",
            "application/json",
            "multipart/form-data; boundary=x",
          ]),
        );
      }
      if (roll() < 0.2)
        headers.set("sec-fetch-site", pick(["cross-site", "same-origin", "none", "x"]));
      if (roll() < 0.2) headers.set("origin", pick([origin, "null", "https://evil.example", "x"]));
      if (roll() < 0.05) headers.set("host", pick(["evil.example", "mcp.example.org", "x"]));
      if (roll() < 0.05) headers.set("content-length", pick(["-1", "x", "1e9"]));
      const body =
        method === "GET" || method === "HEAD"
          ? undefined
          : pick([
              `action=${pick(ACTIONS)}&f0=x&proof=${bobsProof}`,
              `action=${pick(ACTIONS)}&f0=x&f1=0&code=AAA-AAA&proof=${bobsProof}`,
              `action=${encodeURIComponent(pick(ODD))}&f0=${encodeURIComponent(pick(ODD))}&proof=${pick(ODD).length}`,
              `proof=${"A".repeat(43)}&action=approve&f0=x&f1=0&f1=99999`,
              "&&&===%%%",
              "f0=%ff%fe",
              new Uint8Array([0, 255, 254, 0, 1]),
              "",
            ]);
      return new Request(pick(paths), { method, headers, ...(body !== undefined && { body }) });
    };

    const alice = lab.browserOf("alice");
    /** Alice at work on links of her own, which she then finishes. */
    const valid = async (): Promise<void> => {
      const link = await lab.pages.approvalLink(why);
      const page = await lab.enter(alice, link);
      expect([page.status, page.body.includes("Yes, approve")]).toEqual([200, true]);
      wanted.served++;
      expect((await alice.pressOnly(page, "approve")).status).toBe(303);
      expect(await link.completed()).toEqual({ status: "done" });
      wanted.sent++;
    };

    for (let sent = 0; sent < REQUESTS; sent += BATCH) {
      const requests = Array.from({ length: BATCH - 2 }, hostile);
      await Promise.all([
        valid(),
        ...requests.map(async (request) => {
          const { status } = await lab.pages.fetch(request, { remoteAddress: "127.0.0.1" });
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }),
      ]);
    }

    const worst = Math.max(...statuses.keys());
    expect(worst, JSON.stringify([...statuses])).toBeLessThan(500);
    for (const status of [strategy === "custom" ? 302 : 200, 403, 404, 405, 415, 421]) {
      expect(statuses.get(status), String(status)).toBeGreaterThan(REQUESTS / 680);
    }
    expect(wanted).toEqual({ served: REQUESTS / BATCH, sent: REQUESTS / BATCH });
    expect(vaultPuts).toBe(0);
    for (const link of links) expect(await link.completed()).toBeUndefined();
    // Beyond the visits of Alice, the store has got nothing but notes that somebody else was there.
    const written = lab.store.values().slice(seenBefore);
    const sessions = written.filter((text) => /^midcall:page:(login|connect|session):/.test(text));
    const perVisit = { oidc: 0, custom: 0, local: 1 }[strategy];
    expect(sessions.length).toBeLessThanOrEqual(2 + wanted.sent * perVisit);
    // The first wrong codes for each link are counted in the store.
    const tries = strategy === "local" ? links.length : 0;
    expect(storeCalls).toBeLessThan(0.75 * REQUESTS + tries);
  });
});
