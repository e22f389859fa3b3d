import { type ChildProcess, spawn } from "node:child_process";
import { afterEach, expect, it } from "vitest";
import type { LogLine } from "../../src/console/views/api-types.js";
import { addServer, createLab, endOf, fixture, type Lab, startCall, wireOf } from "./lab.js";

let lab: Lab;
let child: ChildProcess | undefined;
afterEach(async () => {
  await lab.close();
  child?.kill("SIGKILL");
});

async function startHttp(): Promise<string> {
  const started = spawn(process.execPath, [fixture("content.mjs"), "--http"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  return new Promise((resolve) =>
    started.stdout.once("data", (line: Buffer) => resolve(String(line).trim())),
  );
}

it("knows over HTTP which of two calls at once a log message and a question belong to", async () => {
  lab = await createLab({ policy: { concurrent: 2 } });
  const page = await lab.page();
  const server = { target: await startHttp(), name: "Far", protocolVersion: "2026-07-28" } as const;
  const id = await addServer(page, server);
  await page.api(`/servers/${id}/log-level`, { level: "debug" }, "PUT");
  const start = (): Promise<string> => startCall(page, id, "tell");
  const calls = await Promise.all([start(), start()]);
  await page.until(({ questions }) => questions.showing.length === 2);
  const views = await page.until(
    ({ calls: all }) => all.every(({ questions }) => questions.length === 1) && all,
  );
  for (const view of views) {
    const question = page.state.questions.showing.find((one) => one.id === view.questions[0])!;
    const { lines } = await page.api<{ lines: LogLine[] }>(`/calls/${view.id}/lines`);
    expect(lines).toHaveLength(1);
    // The message and the question of one call have the same number.
    expect(question.message).toBe(`Which name? ${lines[0]!.text}`);
    const answer = { action: "accept", content: { name: "Eve" } };
    await page.api(`/questions/${encodeURIComponent(question.id)}/respond`, answer);
  }
  for (const call of calls) expect(await endOf(page, call)).toMatchObject({ state: "done" });
  const logged = (await wireOf(page, id)).filter(
    ({ method }) => method === "notifications/message",
  );
  expect(logged.map(({ call }) => call?.name)).toEqual(["tell", "tell"]);
});
