import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { verifyAuditFiles } from "midcall/audit/file";
import { expect, it } from "vitest";
import { freePort } from "../engines/free-port.mjs";
import { ownTemp, processesWith, start } from "../e2e/built.js";

const AUDIT_KEY = "an audit key of at least thirty-two bytes";

async function connect(url: string, mode: object): Promise<Client> {
  const client = new Client({ name: "host", version: "1" }, {
    capabilities: { elicitation: {}, experimental: { "midcall/deliberate": {} } },
    versionNegotiation: { mode },
  } as never);
  client.setRequestHandler("elicitation/create", async ({ params: { message } }) => {
    const content: Record<string, string | boolean> = message.includes("which day")
      ? { day: "Monday" }
      : { confirm: true };
    return { action: "accept" as const, content };
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

it("three replicas behind HAProxy answer a 2025 session and the rounds of 2026-07-28", async () => {
  using temp = ownTemp();
  const port = await freePort();
  using fleet = start("fleet/start.js", ["--port", String(port), "--keep", temp.path], {
    AUDIT_KEY,
    TMPDIR: temp.path,
  });
  const [, url] = await fleet.says(/Three replicas behind (\S+)/);
  const call = async (client: Client): Promise<string[]> => {
    const result = await client.callTool({ name: "book_room", arguments: { room: "Oslo" } });
    const { text } = result.content[0] as { text: string };
    const [, who] = /^Oslo is booked for Monday\. Replicas: (.*)\.$/.exec(text) ?? [];
    expect([text, who]).toEqual([text, expect.any(String)]);
    return who!.split(", ");
  };

  // A session stays where it was opened; the next one is opened elsewhere.
  const owners: string[] = [];
  for (let session = 0; session < 3; session++) {
    const client = await connect(url!, "legacy" as never);
    const replicas = [...(await call(client)), ...(await call(client))];
    expect(new Set(replicas).size).toBe(1);
    owners.push(replicas[0]!);
    await client.close();
  }
  expect(new Set(owners).size).toBeGreaterThan(1);

  // Each round of a call is served by the next replica.
  const client = await connect(url!, { pin: "2026-07-28" });
  const replicas = await call(client);
  expect(new Set(replicas).size).toBeGreaterThan(1);
  await client.close();
  for (const path of ["/readyz", "/livez"])
    expect((await fetch(new URL(path, url))).status).toBe(404);

  fleet.child.kill("SIGTERM");
  expect(await fleet.ended).toBe(0);
  expect(fleet.stderr().match(/r\d: drained, left: \{"waiting":0,"running":0/g)).toHaveLength(3);
  const { entries, problems } = await verifyAuditFiles(join(temp.path, "audit.jsonl"), {
    key: AUDIT_KEY,
  });
  expect([entries, problems]).toEqual([14, []]);
  await expect.poll(() => processesWith(temp.path)).toEqual([]);
  expect(temp.left()).toEqual(["audit.jsonl"]);
});
