import { randomBytes } from "node:crypto";
import { createMemoryStore } from "midcall/store";
import { describe, expect, it } from "vitest";
import { hiddenInputs } from "../../packages/midcall/test/pages/browser.js";
import {
  asked,
  createLab,
  strategies,
  type Lab,
  type Strategy,
} from "../../packages/midcall/test/pages/lab.js";
import { scaled } from "../night.js";
import { tally } from "./tally.js";

/** Visitors nobody knows: however many there are, they leave nothing in the store. */

const VISITS = { oidc: scaled(100, 10_000), custom: scaled(100, 2_000), local: scaled(100, 2_000) };
const anybody = (): string => randomBytes(32).toString("base64url");

/** A store that counts its records. */
function countingStore(): Lab["store"] & { readonly records: () => number } {
  const inner = createMemoryStore();
  const keys = new Set<string>();
  const put: typeof inner.put = (key, value, options) => (
    keys.add(key),
    inner.put(key, value, options)
  );
  const putIfAbsent: typeof inner.putIfAbsent = (key, value, options) => (
    keys.add(key),
    inner.putIfAbsent(key, value, options)
  );
  const gone = <T>(key: string, result: T): T => (keys.delete(key), result);
  return {
    ...inner,
    put,
    putIfAbsent,
    delete: (key) => gone(key, inner.delete(key)),
    take: (key) => gone(key, inner.take(key)),
    values: () => [...keys],
    records: () => keys.size,
  };
}

const send = (lab: Lab, url: string, cookie: string, form?: string): Promise<Response> =>
  lab.pages.fetch(
    new Request(url, {
      headers: {
        cookie,
        ...(form !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(form !== undefined && { method: "POST", body: form }),
    }),
    { remoteAddress: "127.0.0.1" },
  );

const cookiesOf = (response: Response): string[] =>
  response.headers.getSetCookie().map((line) => line.split(";")[0]!);

/** Somebody unknown opens an address, sends the form that is there, and comes back from wherever it led. */
async function visit(lab: Lab, url: string): Promise<void> {
  const first = await send(lab, url, "");
  const cookies = cookiesOf(first);
  const proof = new URLSearchParams(hiddenInputs(await first.text()));
  proof.set("code", "AAA-AAA");
  const sent = await send(lab, url, cookies.join("; "), proof.toString());
  cookies.push(...cookiesOf(sent));
  const state = /[?&](?:amp;)?state=([\w-]{43})/.exec(await sent.text())?.[1] ?? anybody();
  const how = state.charCodeAt(0) % 2 === 0 ? "error=access_denied" : "code=made-up";
  const iss = encodeURIComponent(lab.auth.origin);
  const back = `${lab.base}/signed-in?state=${state}&${how}&iss=${iss}`;
  const again = (await send(lab, back, cookies.join("; "))).headers.get("location");
  if (again !== null) await send(lab, again, cookies.join("; "));
}

describe.each<Strategy>([...strategies])("visitors nobody knows, with %s", (strategy) => {
  it("leave the store as it was, thousands of them", async () => {
    const store = countingStore();
    const lab = createLab(strategy, { store });
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const none = (): string => link.url.replace(/[^/]*$/, anybody());
    const before = store.records();
    // With a code, ten tries at the link are counted in the store; the others are refused.
    const tries = strategy === "local" ? 10 : 0;
    for (let nr = 0; nr < VISITS[strategy]; nr++)
      await visit(lab, nr % 2 === 0 ? link.url : none());
    expect(store.records()).toBe(before + tries);
    tally(`visits of somebody unknown (${strategy})`, VISITS[strategy]);
    // The one it is for gets in all the same.
    lab.clock.now += 60_000;
    const alice = await lab.enter(lab.browserOf("alice"), link);
    expect(alice.title).toBe("Invoices needs a secret from you");
  });
});
