/**
 * A host on the real Claude Agent SDK, with the real Claude Code, which the package brings along. Its model is scripted,
 * it has a home folder of its own, and it gets nothing of this process's environment but PATH.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attach } from "midcall/integrations/claude-agent";
import { loadPackage } from "./load-package.mjs";
import { callOf, startModel } from "./claude-model.mjs";

/** Prompts that are given one after the other, until they are closed. */
function createPrompts() {
  const waiting = [];
  let wake = () => {};
  let isClosed = false;
  return {
    add(content) {
      waiting.push({ type: "user", message: { role: "user", content }, parent_tool_use_id: null });
      wake();
    },
    close() {
      isClosed = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift();
        if (isClosed) return;
        await new Promise((resolve) => (wake = resolve));
      }
    },
  };
}

const textOf = (content) =>
  typeof content === "string" ? content : content.map(({ text }) => text).join("\n");

/** The results of tools in a message. */
const resultsIn = ({ type, message }) =>
  type === "user" && Array.isArray(message.content)
    ? message.content.filter((block) => block.type === "tool_result")
    : [];

/** Claude Code without an account, a network, and the files of the user. */
const alone = (home, model) => ({
  cwd: home,
  env: {
    PATH: process.env.PATH,
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, "config"),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "none",
  },
  strictMcpConfig: true,
  settingSources: [],
  tools: [],
  allowedTools: ["mcp__Other"],
});

/** @type {import("../library.js").ClientLibrary["connect"]} */
export const connect = (inbox, reach) => run((query) => attach(inbox, query), serverAt(reach));

/**
 * Without an inbox.
 *
 * @param {import("../library.js").Reach} reach
 * @returns {Promise<import("../library.js").ConnectedHost>}
 */
export const connectUnattached = (reach) => run((query) => query, serverAt(reach));

/**
 * With a server in this process, whose tool `ask` asks.
 *
 * @param {import("midcall/client").Inbox} inbox
 * @returns {Promise<import("../library.js").ConnectedHost>}
 */
export async function connectInProcess(inbox) {
  const { createSdkMcpServer, tool } = await loadPackage("@anthropic-ai/claude-agent-sdk");
  const { ResultSchema } = await import("@modelcontextprotocol/sdk/types.js");
  const request = { method: "elicitation/create", params: { message: "Sure?" } };
  const ask = tool("ask", "Asks.", {}, async (_, { sendRequest }) => {
    const said = await sendRequest(request, ResultSchema).catch(({ message }) => message);
    return { content: [{ type: "text", text: String(said) }] };
  });
  const server = createSdkMcpServer({ name: "Other", tools: [ask], alwaysLoad: true });
  return run((query) => attach(inbox, query), server);
}

const serverAt = (reach) => ({ ...reach, type: reach.url ? "http" : "stdio", alwaysLoad: true });

async function run(attached, server) {
  const { query } = await loadPackage("@anthropic-ai/claude-agent-sdk");
  const home = await mkdtemp(join(tmpdir(), "midcall-claude-"));
  const model = await startModel();
  const prompts = createPrompts();
  const options = { ...alone(home, model), mcpServers: { Other: server } };
  const session = attached(query)({ prompt: prompts, options });
  /** The call that the model makes. */
  let running;
  const read = async () => {
    for await (const message of session) {
      for (const { content, is_error } of resultsIn(message)) {
        if (is_error) running?.reject(new Error(textOf(content)));
        else running?.resolve(textOf(content));
      }
      if (message.type !== "result") continue;
      running?.reject(new Error(message.subtype));
      running?.end();
      running = undefined;
    }
  };
  // After an interruption the SDK ends the stream with an error, which the call has reported.
  const reading = read().catch(() => {});
  // The servers connect in the background.
  const isPending = async () =>
    (await session.mcpServerStatus()).some(({ status }) => status === "pending");
  while (await isPending()) await new Promise((resolve) => setTimeout(resolve, 20));
  /** Claude Code makes a call for the host itself, while the model waits for another. */
  const callBesides = async (tool, input) => {
    const { response } = await session.request({ subtype: "mcp_call", tool, arguments: input });
    return textOf(response.content);
  };
  return {
    async call(name, input = {}, signal) {
      const tool = `mcp__Other__${name}`;
      if (running) return callBesides(tool, input);
      let end;
      const turn = new Promise((resolve) => (end = resolve));
      const result = new Promise((resolve, reject) => (running = { resolve, reject, end }));
      signal?.addEventListener("abort", () => void session.interrupt(), { once: true });
      prompts.add(callOf(tool, input));
      return result.finally(() => turn);
    },
    async close() {
      running?.reject(new Error("closed"));
      running?.end();
      prompts.close();
      session.close();
      await reading;
      model.close();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
