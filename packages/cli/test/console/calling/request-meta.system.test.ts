import { afterEach, describe, expect, it } from "vitest";
import { mainVersions } from "../../../../../test/night.js";
import type { PROTOCOL_VERSIONS } from "../../../src/connect/protocol-version.js";
import type { StartCall } from "../../../src/console/views/api-types.js";
import { addServer, createLab, endOf, fixture, type Lab, type Page, wireOf } from "../lab.js";

let lab: Lab;
afterEach(() => lab.close());

async function connect(
  protocolVersion: (typeof PROTOCOL_VERSIONS)[number],
  program = "content.mjs",
): Promise<{ page: Page; id: string }> {
  lab = await createLab();
  const page = await lab.page();
  const server = { target: `node ${fixture(program)}`, name: "S", protocolVersion };
  return { page, id: await addServer(page, server) };
}

/** The metadata that a call was sent with. */
async function metaSent(
  { page, id }: { page: Page; id: string },
  call: StartCall,
  method: string,
): Promise<Record<string, unknown>> {
  const { id: started } = await page.api<{ id: string }>(`/servers/${id}/calls`, call);
  await endOf(page, started);
  const sent = (await wireOf(page, id)).filter(
    (entry) => entry.method === method && entry.direction === "sent",
  );
  const { params } = JSON.parse(sent.at(-1)!.body) as {
    params: { _meta: Record<string, unknown> };
  };
  return params._meta;
}

describe.each(mainVersions)("the metadata of a request, on %s", (protocolVersion) => {
  it("is sent beside what the client sends itself", async () => {
    const connected = await connect(protocolVersion);
    const meta = { "example.com/trace": "1", deep: { list: [1] } };
    const calls: [StartCall, string][] = [
      [{ kind: "tool", name: "media", meta }, "tools/call"],
      [{ kind: "prompt", name: "greeting", arguments: { name: "Ann" }, meta }, "prompts/get"],
      [{ kind: "resource", name: "memo://notes", meta }, "resources/read"],
    ];
    for (const [call, method] of calls) {
      const sent = await metaSent(connected, call, method);
      expect(sent).toMatchObject(meta);
      expect(sent["progressToken"]).toBeDefined();
      expect(connected.page.state.calls[0]!.meta).toEqual(meta);
    }
  });
});

it("goes with a call as a task, too", async () => {
  const connected = await connect("2025-11-25", "tool-tasks.mjs");
  const call: StartCall = { kind: "tool", name: "either", asTask: true, meta: { mine: 1 } };
  expect(await metaSent(connected, call, "tools/call")).toMatchObject({
    mine: 1,
    progressToken: expect.any(String) as unknown,
  });
});

it("is shown with its secrets masked", async () => {
  const connected = await connect("2025-11-25");
  const meta = { apiKey: "hidden-one", "example.com/id": "seen" };
  const call: StartCall = { kind: "tool", name: "media", meta };
  const sent = await metaSent(connected, call, "tools/call");
  expect(sent).toMatchObject({ apiKey: "••••••", "example.com/id": "seen" });
  expect(JSON.stringify(connected.page.state)).not.toContain("hidden-one");
});

it.each([
  ["the progress token", { progressToken: 1 }, "midcall sets “progressToken” itself"],
  [
    "the capabilities",
    { "io.modelcontextprotocol/clientCapabilities": {} },
    "midcall sets “io.modelcontextprotocol/clientCapabilities” itself",
  ],
  ["a task", { "io.modelcontextprotocol/related-task": {} }, "related-task” itself"],
  ["too much", { long: "x".repeat(20_000) }, "at most 16384 characters"],
  ["a list", [1], "must be a JSON object"],
])("is refused with a reason, and nothing is sent: %s", async (_, meta, words) => {
  const { page, id } = await connect("2025-11-25");
  const body = { kind: "tool", name: "media", meta };
  await expect(page.api(`/servers/${id}/calls`, body)).rejects.toThrow(words);
  expect((await wireOf(page, id)).filter(({ method }) => method === "tools/call")).toEqual([]);
});
