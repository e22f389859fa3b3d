import { describe, expect, it } from "vitest";
import { HostAccount } from "../../src/bridge/http/host-account.js";
import type { AskAbout, Asker } from "../../src/bridge/relay/asker.js";

/** The account for which the user is asked after these requests of one session. */
async function accountOf(...requests: Record<string, string>[]): Promise<string | undefined> {
  let asked: string | undefined;
  const asker: Asker = {
    ask: async (_, { account }) => ({ action: "cancel", account: (asked = account) }),
    complete: () => {},
  };
  const account = new HostAccount();
  const bound = account.bind(asker);
  for (const headers of requests) account.read(new Headers(headers));
  await bound.ask({}, {} as AskAbout);
  return asked;
}

describe("the account that a host sends to a server behind a URL", () => {
  const ann = { authorization: "Bearer ann", "mcp-session-id": "1" };

  it("is the same for the same credentials, whatever else differs", async () => {
    const again = { ...ann, "mcp-session-id": "2", "mcp-method": "tools/call", traceparent: "00" };
    const standard = {
      ...{ ...again, accept: "*/*", "accept-language": "en", "content-type": "application/json" },
      ...{ "mcp-name": "t", "mcp-param-region": "eu", "mcp-protocol-version": "2025-11-25" },
      ...{ "sec-fetch-mode": "cors", "sec-ch-ua-mobile": "?0", "content-length": "7" },
    };
    expect(await accountOf(standard)).toBe(await accountOf(ann));
    expect(await accountOf(again)).toBe(await accountOf(ann, ann));
  });

  it.each<Record<string, string>>([
    { authorization: "Bearer ben" },
    { "x-api-key": "ann" },
    { cookie: "session=ann" },
    { ...{ authorization: "Bearer ann" }, "mcp-api-key": "ben" },
    { ...{ authorization: "Bearer ann" }, "accept-account": "ben" },
    { ...{ authorization: "Bearer ann" }, "content-owner": "ben" },
    { ...{ authorization: "Bearer ann" }, "sec-token": "ben" },
    {},
  ])("differs for others: %j", async (headers) => {
    expect(await accountOf(headers)).not.toBe(await accountOf(ann));
  });

  it("is nobody's when the credentials change within a session", async () => {
    const changed = await accountOf(ann, { authorization: "Bearer ben" }, ann);
    expect(changed).not.toBe(await accountOf(ann));
    expect(changed).not.toBe(await accountOf(ann, { authorization: "Bearer ben" }, ann));
  });

  it("is not told in clear", async () => {
    expect(await accountOf(ann)).not.toContain("ann");
  });
});
