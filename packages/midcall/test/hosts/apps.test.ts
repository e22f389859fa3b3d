import { McpServer } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import {
  accepting,
  answeringForUser,
  closing,
  createManualClock,
  createSimulatedHost,
  declining,
  linkTo,
  obedient,
  type HostTraits,
  type SimulatedHost,
  sound,
  type User,
} from "./parts/index.js";

const KEY = "a-key-that-only-views-get";
const VIEW = "ui://by-hand/question.html";

/** A server by hand that asks by a view, and says its key nowhere but in `_meta`. */
function createServer() {
  const answers: { key: string; action: string; content?: unknown }[] = [];
  const build = (): McpServer => {
    const server = new McpServer({ name: "by-hand", version: "1.0.0" });
    server.registerTool("ask", { _meta: { ui: { resourceUri: VIEW } } }, async () => {
      const answer = answers.find(({ key }) => key === KEY);
      if (answer !== undefined)
        return { content: [{ type: "text", text: `The user's answer: ${answer.action}` }] };
      return {
        content: [{ type: "text", text: "The user has to answer. Then call this tool again." }],
        _meta: {
          "midcall/question": { id: "question-1", key: KEY, tool: "ask", message: "Which one?" },
        },
      };
    });
    server.registerTool(
      "midcall_answer",
      {
        inputSchema: z.object({ id: z.string(), key: z.string(), action: z.string() }).loose(),
        _meta: { ui: { visibility: ["app"] } },
      },
      async (answer) => {
        answers.push(answer);
        const status = answer.key === KEY ? "received" : "unknown";
        return { content: [], structuredContent: { status } };
      },
    );
    return server;
  };
  const host = (
    apps: Partial<NonNullable<HostTraits["apps"]>>,
    user: User,
  ): Promise<SimulatedHost> =>
    createSimulatedHost({
      link: linkTo(build),
      traits: {
        ...sound,
        declares: "none",
        apps: { meta: "hidden", hidesTools: true, messages: true, ...apps },
      },
      user,
      clock: createManualClock(),
    });
  return { host, answers, isAnswered: () => answers.some(({ key }) => key === KEY) };
}

describe("a simulated host with views", () => {
  it("declares them, renders the question for its user, and has its model call again", async () => {
    const server = createServer();
    await using host = await server.host({}, accepting({ value: "red" }));
    const turns = await host.run("ask", {}, obedient());
    expect(turns.map(({ reads }) => /user's answer: accept/.test(reads))).toEqual([false, true]);
    expect(turns[0]?.hears).toMatch(/^I have answered the question of ask\./);
    expect(host.deeds).toMatchObject([{ question: { where: "app", message: "Which one?" } }]);
    expect(server.answers).toMatchObject([{ action: "accept", content: { value: "red" } }]);
    const [{ message } = { message: undefined }] = host.wire;
    expect(JSON.stringify(message?.params?.["capabilities"])).toContain(
      "io.modelcontextprotocol/ui",
    );
  });

  it.each([
    [declining(), "decline"],
    [closing(), "cancel"],
  ] as const)("sends what its user does there, whatever it is", async (user, action) => {
    const server = createServer();
    await using host = await server.host({ messages: false }, user);
    const turns = await host.run("ask", {}, obedient());
    expect(server.answers).toMatchObject([{ action }]);
    expect(turns[0]?.hears).toBeUndefined();
  });

  it("that drops _meta has nothing to render", async () => {
    const server = createServer();
    await using host = await server.host({ meta: "dropped" }, accepting());
    await host.run("ask", {}, obedient(2));
    expect(host.deeds).toEqual([]);
    expect(server.answers).toEqual([]);
  });

  it("hides tools for views and _meta from its model, or leaks them, and the model uses both", async () => {
    const sees = async (host: SimulatedHost): Promise<string[]> =>
      (await host.tools()).map(({ name }) => name);
    const server = createServer();
    await using good = await server.host({}, declining());
    expect(await sees(good)).toEqual(["ask"]);
    const hidden = await good.run("ask", {}, answeringForUser());
    expect(hidden[0]?.reads).not.toContain(KEY);

    const other = createServer();
    const leaks = { meta: "leaked", hidesTools: false } as const;
    await using bad = await other.host(leaks, () => ({ does: "walks-away", afterMs: 0 }));
    expect(await sees(bad)).toEqual(["ask", "midcall_answer"]);
    const leaked = await bad.run("ask", {}, answeringForUser(100));
    expect(leaked[0]?.reads).toContain(KEY);
    expect(other.isAnswered()).toBe(true);
  });
});
