import { afterEach, expect, it } from "vitest";
import { addServer, createLab, fixture, type Lab, type Page, startCall, endOf } from "./lab.js";

let lab: Lab;
afterEach(() => lab.close());

const alone = `node ${fixture("asks-alone.mjs")} --count 4`;

/** A server that has asked more than the limit allows. */
async function connect(): Promise<{ page: Page; id: string }> {
  lab = await createLab({ policy: { burst: 2, perMinute: 1 } });
  const page = await lab.page();
  const target = { target: alone, name: "Alone", protocolVersion: "2025-11-25" } as const;
  return { page, id: await addServer(page, target) };
}
const respond = async (page: Page, id: string): Promise<void> => {
  const body = { action: "accept", content: { ok: true } };
  await page.api(`/questions/${encodeURIComponent(id)}/respond`, body);
};
const outputOf = async (page: Page, id: string): Promise<string> =>
  (await page.api<{ lines: string[] }>(`/servers/${id}/output`)).lines.join("\n");

it("tells what it holds back of a server that asks by itself, and shows it when the user wants to", async () => {
  const { page, id } = await connect();
  const held = [{ server: "Alone", count: 2, reason: "rate-limit" }];
  await page.until(({ questions }) => questions.held.length > 0 && questions.held[0]!.count === 2);
  expect(page.state.questions.held).toEqual(held);
  expect(JSON.stringify(page.state)).not.toContain("Question 4?");
  await page.api(`/servers/${id}/held`, { decision: "show" });
  await page.until(({ questions }) => questions.held.length === 0);
  for (let nr = 1; nr <= 4; nr++) {
    const question = await page.until(({ questions }) =>
      questions.showing.find(({ message }) => message === `Question ${nr}?`),
    );
    expect(question.ownCall).toBe(false);
    await respond(page, question.id);
  }
  await page.until(({ questions }) => questions.showing.length === 0);
});

it("refuses what it holds back, and never in the name of the user", async () => {
  const { page, id } = await connect();
  await page.until(({ questions }) => questions.held[0]?.count === 2);
  await page.api(`/servers/${id}/held`, { decision: "refuse" });
  await page.until(({ questions }) => questions.held.length === 0);
  await page.until(({ servers }) => servers[0]!.outputSeq >= 1);
  const output = await outputOf(page, id);
  expect(output).toContain('{"midcall/cannotAsk":"rate-limit"}');
  expect(output).not.toMatch(/decline|accept/);
  expect(page.state.questions.showing).toHaveLength(1);
});

it("shows everything of a server for which the user has chosen that, also on its next connection", async () => {
  const { page, id } = await connect();
  await page.until(({ questions }) => questions.held[0]?.count === 2);
  await page.api(`/servers/${id}/show-all`, { on: true });
  await page.until(({ questions }) => questions.showing.length + questions.waiting.length === 4);
  expect(page.state.servers[0]!.showAll).toBe(true);
  await page.api(`/servers/${id}/connect`, {});
  await page.until(
    ({ questions }) => questions.held.length === 0 && questions.waiting.length === 3,
  );
  await page.api(`/servers/${id}/show-all`, { on: false });
  await page.until(({ servers }) => !servers[0]!.showAll);
});

it.each(["2025-11-25", "2026-07-28"] as const)(
  "keeps an opened page until its call ends, opens it again and stops the call, on %s",
  async (protocolVersion) => {
    lab = await createLab();
    const page = await lab.page();
    const target = `node ${fixture("server.mjs")}`;
    const id = await addServer(page, { target, name: "Mine", protocolVersion });
    const call = await startCall(page, id, "opens");
    const question = await page.until(({ questions }) => questions.showing[0]);
    const at = `/questions/${encodeURIComponent(question.id)}/respond`;
    await page.api(at, { action: "accept" });
    const link = await page.until(({ questions }) => questions.links[0]);
    expect(link).toMatchObject({ id: question.id, server: "Mine", code: "WXYZ-1234" });
    await page.until(({ calls }) => calls[0]!.questions.includes(link.id));
    const linkAt = `/links/${encodeURIComponent(link.id)}`;
    expect(await page.api(`${linkAt}/open`, { via: "link" })).toEqual({ ok: true });
    await page.api(`${linkAt}/stop`, {});
    expect((await endOf(page, call)).state).toBe("cancelled");
    await page.until(({ questions }) => questions.links.length === 0);
  },
);
