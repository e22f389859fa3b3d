import { afterEach, expect, it } from "vitest";
import { mainVersions } from "../../../../../test/night.js";
import type { RawResponseView } from "../../../src/console/views/api-types.js";
import { createExchange } from "../../../web/src/data/exchange.js";
import { addServer, createLab, fixture, type Lab, wireOf } from "../lab.js";

let lab: Lab;
afterEach(() => lab.close());

it.each(mainVersions)(
  "sends any method with any params, and gives back what the server says, on %s",
  async (protocolVersion) => {
    lab = await createLab();
    const page = await lab.page();
    const target = `node ${fixture("content.mjs")}`;
    const id = await addServer(page, { target, name: "Raw", protocolVersion });
    const send = (method: string, params?: unknown): Promise<RawResponseView> =>
      page.api(`/servers/${id}/request`, { method, params });
    const tools = await send("tools/list");
    expect(tools).toMatchObject({ kind: "result", part: { type: "json" } });
    expect(JSON.stringify(tools)).toContain("The media tool.");
    const call = await send("tools/call", { name: "log", arguments: {} });
    expect(JSON.stringify(call)).toContain("Logged.");
    const wrong = await send("nonsense/method", { deep: [1] });
    expect(wrong.kind).toBe("error");
    expect(JSON.stringify(wrong)).toContain("-32601");
    await expect(send("no method")).rejects.toThrow("Enter a method");
    const sent = (await wireOf(page, id)).filter(({ direction }) => direction === "sent");
    expect(sent.map(({ method }) => method)).toEqual(
      expect.arrayContaining(["nonsense/method", "tools/call"]),
    );
    expect(await send("notifications/mine", { x: 1 })).toEqual({ kind: "sent" });
  },
);

it("asks the questions of a call that is sent in this way", async () => {
  lab = await createLab();
  const page = await lab.page();
  const target = `node ${fixture("content.mjs")}`;
  const id = await addServer(page, { target, name: "Raw", protocolVersion: "2026-07-28" });
  const params = { name: "asking" };
  const sent = page.api(`/servers/${id}/request`, { method: "prompts/get", params });
  const question = await page.until(({ questions }) => questions.showing[0]);
  const answer = { action: "accept", content: { name: "Eve" } };
  await page.api(`/questions/${encodeURIComponent(question.id)}/respond`, answer);
  expect(JSON.stringify(await sent)).toContain("Asked: Eve");
});

it("cancels a request when the page gives it up", async () => {
  lab = await createLab();
  const page = await lab.page();
  const target = `node ${fixture("content.mjs")}`;
  const id = await addServer(page, { target, name: "Raw", protocolVersion: "2026-07-28" });
  const leaving = new AbortController();
  const { address, token } = lab.console;
  const exchange = await createExchange(token, address);
  const body = { method: "prompts/get", params: { name: "asking" } };
  const sent = exchange
    .send({ method: "POST", path: `/servers/${id}/request`, body }, leaving.signal)
    .catch(() => "given up");
  await page.until(({ questions }) => questions.showing[0]);
  leaving.abort();
  await page.until(({ questions }) => questions.showing.length === 0);
  expect(await sent).toBe("given up");
});
