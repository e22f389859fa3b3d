import { describe, expect, it } from "vitest";
import type { PageLink } from "../../packages/midcall/src/pages/links/links.js";
import { type Browser, type Seen } from "../../packages/midcall/test/pages/browser.js";
import { asked, createLab, type Lab, strategies } from "../../packages/midcall/test/pages/lab.js";
import { tally } from "./tally.js";

/*
 * What another service sends along on the way back, a code above all, is on every screenshot and in the history
 * as long as it is in the address bar. However the way back ends, it ends at an address without it.
 */

const isClean = ({ url }: Seen): boolean => !/[?&](code|state|error|iss)=/.test(url);

/** The address a trip comes back to, without going there. */
async function wayBack(browser: Browser, leaving: Seen): Promise<string> {
  const before = await browser.arrive(leaving, (url) => /\/(callback\/|signed-in\?)/.test(url));
  return new URL(before.headers.get("location")!).href;
}

describe.each(strategies)("the way back from a service, with %s identity", (strategy) => {
  const away = async (lab: Lab, browser: Browser): Promise<{ link: PageLink; back: string }> => {
    const link = await lab.pages.connectLink({ ...asked(lab), provider: "api" });
    const leaving = await browser.pressOnly(await lab.enter(browser, link), "connect");
    return { link, back: await wayBack(browser, leaving) };
  };

  it("leaves no code in the address bar, however it ends", async () => {
    const lab = createLab(strategy);
    const alice = lab.browserOf("alice");
    const ends: [string, Seen, number][] = [];
    const { back } = await away(lab, alice);
    expect(back).toMatch(/[?&]code=/);
    ends.push(["somebody else's", await lab.browserOf("bob").open(back), 404]);
    ends.push(["the first", await alice.open(back), 200]);
    ends.push(["the second", await alice.open(back), 404]);
    ends.push(["another service's", await alice.open(back.replace("/api", "/none")), 404]);
    ends.push(["nobody's", await alice.open(back.replace(/state=[^&]*/, "state=x")), 404]);

    const gone = await away(lab, alice);
    await lab.pages.complete(gone.link.id, { status: "declined" });
    ends.push(["too late", await alice.open(gone.back), 200]);

    const race = await away(lab, alice);
    lab.api.answer = () => {
      void lab.pages.complete(race.link.id, { status: "cancelled" });
      return undefined;
    };
    const slow = await alice.open(race.back);
    lab.api.answer = () => undefined;
    ends.push(["overtaken", slow, 200]);

    const broken = await away(lab, alice);
    lab.api.down = true;
    ends.push(["a service that is down", await alice.open(broken.back), 503]);
    lab.api.down = false;

    lab.api.deny = "access_denied";
    const denied = await away(lab, alice);
    lab.api.deny = undefined;
    ends.push(["a no", await alice.open(denied.back), 200]);

    for (const [why, seen, status] of ends) {
      expect({ why, url: seen.url, clean: isClean(seen), status: seen.status }).toEqual({
        why,
        url: seen.url,
        clean: true,
        status,
      });
    }
    const titleOf = (wanted: string): string => ends.find(([why]) => why === wanted)![1].title;
    expect([titleOf("too late"), titleOf("overtaken")]).toEqual(["You declined", "Cancelled"]);
    tally("ways back from another service, looked at for a code in the address", ends.length);
  });
});

it("leaves no code in the address bar of a browser that is refused for the sake of others at its address", async () => {
  const lab = createLab("custom", { limits: { perAddress: 20 }, clientAddress: () => "192.0.2.7" });
  const alice = lab.browserOf("alice");
  const link = await lab.pages.connectLink({ ...asked(lab), provider: "api" });
  const leaving = await alice.pressOnly(await lab.enter(alice, link), "connect");
  const back = await wayBack(alice, leaving);
  const stranger = lab.browserOf("bob");
  for (let n = 0; n < 30; n++) await stranger.send(new URL("/ask/l/x", back).href);
  const seen = await alice.open(back);
  expect([seen.status, isClean(seen)]).toEqual([429, true]);
  tally("ways back from another service, looked at for a code in the address", 1);
});

it("leaves no code of a sign-in in the address bar either", async () => {
  const lab = createLab("oidc");
  const alice = lab.browserOf("alice");
  const leave = async (): Promise<string> => {
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const gate = await lab.browserOf("alice").open(link.url);
    expect(gate.title).toMatch(/^Sign in/);
    const own = await alice.open(link.url);
    return wayBack(alice, await alice.pressOnly(own, undefined));
  };
  const back = await leave();
  expect(back).toMatch(/\/signed-in\?.*code=/);
  const ends = [
    await lab.browserOf("bob").open(back),
    await alice.open(back.replace(/state=[^&]*/, "state=x")),
    await alice.open(back),
    await alice.open(back),
  ];
  expect(ends.map(({ status }) => status)).toEqual([404, 404, 200, 404]);
  expect(ends.map(isClean)).toEqual([true, true, true, true]);
  tally("ways back from another service, looked at for a code in the address", ends.length);
});
