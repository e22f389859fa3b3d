import { afterEach, expect, it } from "vitest";
import { addServer, createLab, endOf, fixture, type Lab, type Page, startCall } from "../lab.js";

let lab: Lab;
afterEach(() => lab.close());

const MEBIBYTE = 1024 * 1024;

async function connect(): Promise<{ page: Page; id: string }> {
  lab = await createLab();
  const page = await lab.page();
  const target = `node ${fixture("limits.mjs")}`;
  const id = await addServer(page, { target, name: "Limits", protocolVersion: "2025-11-25" });
  return { page, id };
}

it("tells the size and the limit of a result that is too long, and keeps the connection", async () => {
  const { page, id } = await connect();
  const long = await endOf(page, await startCall(page, id, "result", { size: 13 * MEBIBYTE }));
  expect(long.state).toBe("failed");
  expect(long.problem).toMatch(
    /^The server sent a message of 13\.0 MiB\. .* at most 10 MiB, .* the connection is still open\./,
  );
  const next = await endOf(page, await startCall(page, id, "result", { size: 9 * MEBIBYTE }));
  expect(next.state).toBe("done");
  expect(page.state.servers[0]!.state).toBe("ready");
});

it("says in the output of the server that a message was left out that answers nothing", async () => {
  const { page, id } = await connect();
  const call = await endOf(page, await startCall(page, id, "log", { size: 11 * MEBIBYTE }));
  expect(call.state).toBe("done");
  const { lines } = await page.api<{ lines: string[] }>(`/servers/${id}/output`);
  expect(lines.join("\n")).toMatch(/\(The server sent a message of 11\.0 MiB\./);
});

it("explains why the many links of a -32042 error are not shown", async () => {
  const { page, id } = await connect();
  const many = await endOf(page, await startCall(page, id, "links", { count: 2_000 }));
  expect(many.problem).toBe(
    "The server requires pages to be opened before this call (-32042), and lists 2,000 of them. midcall asks for at most 10 for one call, so none was shown. Require only what this call needs next, or lead to one page of the server's own that has all of them.",
  );
  const eleven = await endOf(page, await startCall(page, id, "links", { count: 11 }));
  expect(eleven.problem).toContain("lists 11 of them");
  const none = await endOf(page, await startCall(page, id, "links", { count: 0 }));
  expect(none.problem).toContain("its error lists none");
  await startCall(page, id, "links", { count: 10 });
  await page.until(({ questions: { showing, waiting } }) => showing.length + waiting.length === 10);
});
