import { registrableDomain } from "midcall/client/domains";
import { describe, expect, it } from "vitest";
import { createReader } from "../../src/client/inbox/reading/read-question.js";
import type { UrlSafetyOptions } from "../../src/client/url-safety/link-options.js";
import { IMITATIONS, REAL_HOSTS } from "./imitation-hosts.js";

/** What a host is said to imitate in the question of an inbox. */
function imitatedBy(host: string, options: UrlSafetyOptions): string | undefined {
  const reader = createReader(options, () => expect.unreachable());
  const read = reader.read({ mode: "url", message: "Open?", url: `https://${host}/` }, "A");
  if (read.mode !== "url") throw new Error(`${host} is refused.`);
  return read.link.warnings.find(({ code }) => code === "imitation")?.imitates;
}

// Whoever changes the rule changes these lists on purpose.
describe.each([
  { how: "with a public suffix list", options: { registrableDomain } },
  { how: "without one", options: {} },
])("a host that begins with the name of somebody else, $how", ({ options }) => {
  it("is recognised, except for a few shapes that real hosts have, too", () => {
    expect(IMITATIONS.length).toBeGreaterThanOrEqual(60);
    const missed = IMITATIONS.filter(([host, name]) => imitatedBy(host, options) !== name);
    expect(missed.map(([host]) => host)).toEqual([
      "zoom.us.evil.com",
      "web.app.evil.com",
      "linear.app.evil.com",
      "t.co.evil.com",
      "hp-org.evil.com",
    ]);
  });

  it("is seen in no more than three hosts of real services", () => {
    expect(new Set(REAL_HOSTS).size).toBeGreaterThanOrEqual(200);
    const alarms = REAL_HOSTS.filter((host) => imitatedBy(host, options) !== undefined);
    expect(alarms).toEqual([
      "o123.ingest.de.sentry.io",
      "acme.es.us-central1.gcp.cloud.es.io",
      "www.com.com",
    ]);
  });
});
