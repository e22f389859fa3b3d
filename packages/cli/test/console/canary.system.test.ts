import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { mainVersions } from "../../../../test/night.js";
import { addServer, createLab, endOf, fixture, type Lab, startCall, wireOf } from "./lab.js";

let lab: Lab;
afterEach(() => lab.close());

it.each(mainVersions)(
  "an answer the server repeats wherever it can is in no timeline, log, audit or file on %s",
  async (protocolVersion) => {
    const canary = 'canary "7f3a91" ü';
    const logged: unknown[] = [];
    lab = await createLab({ onError: (error) => logged.push(error) });
    const page = await lab.page();
    const id = await addServer(page, { target: `node ${fixture("server.mjs")}`, protocolVersion });
    const call = await startCall(page, id, "echo", { label: "plain" });
    const first = await page.until(({ questions }) => questions.showing[0]);
    const at = (question: string): string => `/questions/${encodeURIComponent(question)}/respond`;
    await page.api(at(first.id), { action: "accept", content: { word: canary } });
    const second = await page.until(({ questions }) =>
      questions.showing.find(({ id }) => id !== first.id),
    );
    // The person sees what the server says to them.
    expect(second.message).toContain(canary);
    await page.api(at(second.id), { action: "decline" });
    const end = await endOf(page, call);
    expect(JSON.stringify(end)).toContain("7f3a91");

    const wire = await wireOf(page, id);
    const output = await page.api<{ lines: string[] }>(`/servers/${id}/output`);
    const audit = await page.api("/audit");
    await lab.console.close();
    const files = await Promise.all(
      (await readdir(lab.stateDir)).map((name) => readFile(join(lab.stateDir, name), "utf8")),
    );
    expect(wire.length).toBeGreaterThan(6);
    expect(output.lines).toContain("It was said: ••••••");
    for (const kept of [wire, output, audit, files, logged]) {
      expect(JSON.stringify(kept)).not.toContain("7f3a91");
    }
    const asked = wire.filter(({ body }) => body.includes("You said ••••••. Right?"));
    expect(asked.length).toBeGreaterThan(0);
  },
);

it("secrets among a tool's arguments are in no timeline and in no history", async () => {
  lab = await createLab();
  const page = await lab.page();
  const id = await addServer(page, {
    target: `node ${fixture("server.mjs")} --token canary-7f3a91`,
  });
  const call = await startCall(page, id, "secret", { apiKey: "canary-7f3a91", note: "seen" });
  await endOf(page, call);
  expect(page.state.calls[0]!.arguments).toEqual({ apiKey: "••••••", note: "seen" });
  const args = { apiKey: "canary-7f3a91", note: "seen" };
  const { command } = await page.api<{ command: string }>(`/servers/${id}/command`, {
    tool: "secret",
    arguments: args,
  });
  const wire = JSON.stringify(await wireOf(page, id));
  for (const shown of [wire, command, JSON.stringify(page.state)])
    expect(shown).not.toContain("7f3a91");
  expect(wire).toContain("seen");
});
