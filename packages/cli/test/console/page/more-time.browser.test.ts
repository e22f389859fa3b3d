import { fileURLToPath } from "node:url";
import { afterEach, expect, it, vi } from "vitest";
import { launch } from "../../../../../test/e2e/chromium.js";
import { addServer, createLab, fixture, type Lab, startCall } from "../lab.js";

let lab: Lab | undefined;
afterEach(() => lab?.close());

it("gives a question its whole time again when the page asks for it", async () => {
  lab = await createLab({ policy: { timeoutMs: 60_000 } });
  const page = await lab.page();
  const server = await addServer(page, { target: `node ${fixture("server.mjs")}` });
  await startCall(page, server, "ask");
  const { id } = await page.until(({ questions }) => questions.showing[0]);
  const path = `/questions/${encodeURIComponent(id)}`;
  const ends = (): number | undefined => page.state.questions.showing[0]?.endsAt;

  // While nobody looks, time stands still.
  await page.api(`${path}/extend`, {});
  expect(ends()).toBeUndefined();
  await page.api(`${path}/shown`, { stream: page.hello.stream, shown: true });
  const first = await page.until(ends);

  // The clock has to go on before the new end can be another.
  await vi.waitFor(() => expect(Date.now() + 60_000).toBeGreaterThan(first));
  const before = Date.now();
  await page.api(`${path}/extend`, {});
  const second = await page.until(() => ends() !== first && ends());
  expect(second).toBeGreaterThanOrEqual(before + 60_000);
  expect(second).toBeLessThanOrEqual(Date.now() + 60_000);

  // Of a question that is over, or of none, there is nothing to say.
  await page.api(`${path}/respond`, { action: "cancel" });
  await page.api(`${path}/extend`, {});
  await page.api("/questions/nothing/extend", {});
  await page.until(({ questions }) => questions.showing.length === 0);
});

it("is asked for with a button in the page", async () => {
  const pageFolder = fileURLToPath(new URL("../../../dist/web", import.meta.url));
  const browser = await launch();
  try {
    lab = await createLab({ policy: { timeoutMs: 60_000 }, pageFolder });
    const page = await lab.page();
    const server = await addServer(page, { target: `node ${fixture("server.mjs")}`, name: "Mine" });
    await startCall(page, server, "ask");
    const tab = await browser.newPage();
    await tab.goto(lab.console.url);
    const question = tab.getByRole("article", { name: "Mine asks" });
    await question.getByText("60 seconds left; you can ask for more time").waitFor();
    const first = await page.until(({ questions }) => questions.showing[0]?.endsAt);
    await question.getByRole("button", { name: "More time" }).click();
    await page.until(({ questions: { showing } }) => (showing[0]?.endsAt ?? 0) > first);
  } finally {
    await browser.close();
  }
});
