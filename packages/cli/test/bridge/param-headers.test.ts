import { describe, expect, it } from "vitest";
import { ParamHeaders } from "../../src/bridge/ends/param-headers.js";
import type { Members } from "../../src/bridge/wire/messages.js";
import { call } from "./relay-lab.js";
import { openSession, urlServer } from "./sessions-lab.js";

const tool = (name: string, header: string): Members => ({
  name,
  inputSchema: { type: "object", properties: { tag: { type: "string", "x-mcp-header": header } } },
});
const of = (headers: ParamHeaders, name: string): Record<string, string> =>
  headers.of("tools/call", { name, arguments: { tag: "a" } });

/** A session in which the headers of each call are kept. */
async function opened() {
  const at = urlServer();
  const { fetch } = at;
  const sent: (string | null)[] = [];
  at.fetch = async (url, init) => {
    if (String(init?.body).includes("tools/call"))
      sent.push(new Headers(init?.headers).get("mcp-param-tag"));
    return fetch(url, init);
  };
  return { at, sent, ...(await openSession(at)) };
}

describe("the headers that repeat arguments", () => {
  it("are those of the tools that the host has asked for", async () => {
    const { at, sent, fromHost, responseTo } = await opened();
    fromHost({ id: "list", method: "tools/list" });
    await expect.poll(() => at.calls.get("list")).toBeDefined();
    at.calls.get("list")!.say({ id: "list", result: { tools: [tool("pick", "Tag")] } });
    await expect.poll(() => responseTo("list")).toBeDefined();
    fromHost(call(1));
    await expect.poll(() => sent).toEqual(["a"]);
  });

  it.each([
    ["under an id that nobody has used", "never"],
    ["as the response to a call", 1],
  ])("are not those of tools that come %s", async (_, id) => {
    const { at, sent, fromHost, responseTo } = await opened();
    fromHost(call(1));
    await expect.poll(() => at.calls.get(1)).toBeDefined();
    at.calls.get(1)!.say({ id, result: { tools: [tool("pick", "Tag")] } });
    if (id !== 1) at.calls.get(1)!.say({ id: 1, result: {} });
    await expect.poll(() => responseTo(1)).toBeDefined();
    fromHost(call(2));
    await expect.poll(() => sent).toEqual([null, null]);
  });

  it("are remembered for tools whose declarations have a million characters", () => {
    const headers = new ParamHeaders();
    const long = "x".repeat(100_000);
    for (let page = 0; page < 100; page += 1)
      headers.learn({ tools: [tool(`${page}`, long), tool(`${page} ${long}`, "Tag")] });
    const known = Array.from({ length: 100 }, (_, page) =>
      [of(headers, `${page}`), of(headers, `${page} ${long}`)].flatMap(Object.keys),
    ).flat();
    expect(known.length).toBeGreaterThan(5);
    expect(known.length).toBeLessThan(12);
  });

  it("make room for others when their tools declare none any more", () => {
    const headers = new ParamHeaders();
    const long = "x".repeat(600_000);
    for (let time = 0; time < 3; time += 1) {
      headers.learn({ tools: [tool("one", long)] });
      expect(Object.keys(of(headers, "one"))).toHaveLength(1);
      headers.learn({ tools: [{ name: "one", inputSchema: { type: "object" } }] });
      expect(of(headers, "one")).toEqual({});
    }
    headers.learn({ tools: [tool("another", long)] });
    expect(Object.keys(of(headers, "another"))).toHaveLength(1);
  });

  it("take nothing of tools that declare none", () => {
    const headers = new ParamHeaders();
    const many = Array.from({ length: 20_000 }, (_, at) => ({ name: `tool-${at}` }));
    headers.learn({ tools: [...many, tool("last", "Tag")] });
    expect(of(headers, "last")).toEqual({ "Mcp-Param-Tag": "a" });
  });
});
