import { afterEach, expect, it } from "vitest";
import {
  addServer,
  createLab,
  endOf,
  fixture,
  type Lab,
  type Page,
  startCall,
  wireOf,
} from "./lab.js";

let lab: Lab;
afterEach(() => lab.close());

const target = `node ${fixture("content.mjs")}`;
async function connect(): Promise<{ page: Page; id: string }> {
  lab = await createLab();
  const page = await lab.page();
  const id = await addServer(page, { target, name: "Content", protocolVersion: "2026-07-28" });
  await page.api(`/servers/${id}/roots`, { roots: [] }, "PUT");
  return { page, id };
}
const answer = async (page: Page, message: string, name: string): Promise<void> => {
  const { id } = await page.until(({ questions }) =>
    questions.showing.find((question) => question.message === message),
  );
  const body = { action: "accept", content: { name } };
  await page.api(`/questions/${encodeURIComponent(id)}/respond`, body);
};

it("follows a task: its questions are asked once, each answer is sent, and the result arrives", async () => {
  const { page, id } = await connect();
  const call = await startCall(page, id, "bake");
  await page.until(({ calls }) => calls[0]?.task?.status === "input_required");
  await page.until(({ calls }) => calls[0]?.questions.length === 2);
  expect(page.state.calls[0]).toMatchObject({ id: call, task: { message: "Baking", pollMs: 100 } });
  await answer(page, "First?", "Ann");
  await answer(page, "Second?", "Bob");
  const end = await endOf(page, call);
  expect(end).toMatchObject({ state: "done", task: { status: "completed" }, questions: [] });
  expect(JSON.parse((end.parts[0] as { text: string }).text)).toEqual({
    one: { action: "accept", content: { name: "Ann" } },
    two: { action: "accept", content: { name: "Bob" } },
    where: { roots: [] },
  });
  expect(page.state.auditSeq).toBe(2);
  const updates = (await wireOf(page, id)).filter(
    ({ method, direction }) => method === "tasks/update" && direction === "sent",
  );
  expect(updates).toHaveLength(3);
  for (const { body, call: about } of updates) {
    expect(body).not.toMatch(/Ann|Bob/);
    expect(about).toEqual({ kind: "tool", name: "bake" });
  }
});

it("tells why a task has failed", async () => {
  const { page, id } = await connect();
  const end = await endOf(page, await startCall(page, id, "burn"));
  expect(end).toMatchObject({ state: "failed", task: { status: "failed" } });
  expect(end.problem).toContain("The oven broke.");
});

it("cancels the task with the call, and withdraws its questions", async () => {
  const { page, id } = await connect();
  const call = await startCall(page, id, "bake");
  await page.until(({ questions }) => questions.showing[0]);
  await page.api(`/calls/${call}/cancel`, {});
  expect((await endOf(page, call)).state).toBe("cancelled");
  await page.until(({ questions }) => questions.showing.length + questions.waiting.length === 0);
  await page.until(({ servers }) => servers[0]!.outputSeq > 0);
  const { lines } = await page.api<{ lines: string[] }>(`/servers/${id}/output`);
  expect(lines.join()).toContain("was cancelled");
});

it("cancels a task that needs no user, too", async () => {
  const { page, id } = await connect();
  const call = await startCall(page, id, "wait");
  await page.until(({ calls }) => calls[0]?.task?.status === "working");
  await page.api(`/calls/${call}/cancel`, {});
  await page.until(({ servers }) => servers[0]!.outputSeq > 0);
  expect((await endOf(page, call)).state).toBe("cancelled");
});
