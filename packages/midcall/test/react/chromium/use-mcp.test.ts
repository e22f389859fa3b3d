import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isNight, mainVersions } from "../../../../../test/night.js";
import { type Lab, type LabPage, openLab } from "./open-page.js";

const logger = { warn: () => {}, error: () => {} };
const elicitation = createElicitation({
  secret: "a secret of at least thirty-two bytes, for tests",
  logger,
});
const text = (said: string): { content: { type: "text"; text: string }[] } => ({
  content: [{ type: "text", text: said }],
});
const ended: string[] = [];
const build = (): McpServer => {
  const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
  server.registerTool(
    "ask",
    {},
    elicitation.handler(async (ctx) => {
      const answer = await ctx.elicit("Which colour?", ["red", "blue"]);
      ended.push(answer.action);
      return text(answer.action === "accept" ? `It is ${answer.data}.` : answer.action);
    }),
  );
  server.registerTool("steps", {}, async (ctx) => {
    const token = ctx.mcpReq._meta?.progressToken;
    if (token !== undefined) {
      await ctx.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken: token, progress: 1, total: 3 },
      });
    }
    return text("done");
  });
  return server;
};

let lab: Lab;
let open: LabPage;
let page: Page;

beforeAll(async () => {
  const handler = elicitation.createHandler(build);
  lab = await openLab({ mcp: (request) => handler(request) });
  open = await lab.open();
  page = open.page;
});

beforeEach(async () => {
  await page.reload();
  await page.waitForFunction(() => "lab" in window);
});

afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});

type Options = Parameters<typeof window.lab.mcp>[0];
const connect = (options: Partial<Options> = {}): Promise<void> =>
  page.evaluate(
    (given) => window.lab.mcp({ ...given, url: new URL(given.url ?? "/mcp", location.href).href }),
    options,
  );

describe.each([...mainVersions, "auto"] as const)("a connection on %s", (protocolVersion) => {
  /** Once the version is found, the connection is as on that version. */
  const isWhole = isNight || protocolVersion !== "auto";

  it("lists tools, asks in the middle of a call and brings the result", async () => {
    await connect({ protocolVersion });
    await page.getByText("state ready").waitFor();
    await page.getByRole("button", { name: "ask", exact: true }).click();
    await page.getByRole("article").getByText("Which colour?").waitFor();
    await page.getByText("open 1").waitFor();
    await page.getByRole("article", { name: "Lab asks" }).getByLabel("blue").check();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("said It is blue.").waitFor();
  });

  if (isWhole)
    it("passes progress on", async () => {
      await connect({ protocolVersion });
      await page.getByRole("button", { name: "steps" }).click();
      await page.getByText("said done").waitFor();
      await page.getByText("progress 1 of 3").waitFor();
    });

  if (isWhole)
    it("withdraws the question when the call is stopped", async () => {
      await connect({ protocolVersion });
      await page.getByRole("button", { name: "ask", exact: true }).click();
      await page.getByRole("article").getByText("Which colour?").waitFor();
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByText("open 0").waitFor();
      await page.getByText(/^said failed/).waitFor();
    });

  if (isWhole)
    it("ends with the connection, question and call, and can be made again", async () => {
      await connect({ protocolVersion });
      await page.getByRole("button", { name: "ask", exact: true }).click();
      await page.getByRole("article").getByText("Which colour?").waitFor();
      await page.getByRole("button", { name: "Disconnect" }).click();
      await page.getByText("state closed").waitFor();
      await page.getByText("open 0").waitFor();
      await page.getByText(/^said failed/).waitFor();
      await page.getByRole("button", { name: "Call without a connection" }).click();
      await page.getByText(/The connection is closed/).waitFor();
      await page.getByRole("button", { name: "Reconnect" }).click();
      await page.getByText("state ready").waitFor();
    });
});

it.each([
  ["goes to the question of a call of the user's own", { startedBy: "user" }, true],
  ["stays where it is otherwise", {}, false],
] as const)("the focus %s", async (_, options, moves) => {
  await connect(options);
  const ask = page.getByRole("button", { name: "ask", exact: true });
  await ask.click();
  const question = page.getByRole("article", { name: "Lab asks" });
  await question.getByLabel("blue").waitFor();
  const isIn = (): Promise<boolean> =>
    question.evaluate((element) => element.contains(document.activeElement));
  if (moves) await expect.poll(isIn).toBe(true);
  else expect(await isIn()).toBe(false);
});

it("takes an address without a host for one of its own page", async () => {
  await page.evaluate(() => window.lab.mcp({ url: "/mcp" }));
  await page.getByText("state ready").waitFor();
});

it("answers with a callback where one is given", async () => {
  await connect({ answer: { value: "red" } });
  await page.getByRole("button", { name: "ask", exact: true }).click();
  await page.getByText("said It is red.").waitFor();
});

it("says what is wrong when there is no server", async () => {
  await connect({ url: "/nothing-here" });
  await page.getByText("state failed").waitFor();
  expect(await page.getByText(/^error ./).textContent()).not.toBe("error ");
});

it("leaves nothing behind when it goes: no call, no question, no error", async () => {
  await connect();
  await page.getByRole("button", { name: "ask", exact: true }).click();
  await page.getByRole("article").getByText("Which colour?").waitFor();
  const before = open.errors.length;
  await page.evaluate(() => window.lab.unmount());
  // By the time of another whole connection, what the first has left behind has come.
  await connect();
  expect(open.errors.slice(before)).toEqual([]);
});
