/**
 * A host of 2026-07-28, without a session: a call is sent again with the answers and the state until it is complete.
 */
import { createCall } from "./user.mjs";
import { createAgent, exchange } from "./http.mjs";

const VERSION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientInfo": { name: "bench-host", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};

/**
 * @param {number} port
 * @returns {Promise<import("./run-load.mjs").Host & { post: (params: object) => Promise<any> }>}
 */
export async function createStatelessHost(port) {
  const agent = createAgent();
  let ids = 0;

  async function post(params) {
    ids += 1;
    let reply;
    const { status } = await exchange({
      agent,
      port,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": VERSION,
        "mcp-method": "tools/call",
        "mcp-name": params.name,
      },
      body: { jsonrpc: "2.0", id: ids, method: "tools/call", params: { ...params, _meta: META } },
      onMessage: (message) => {
        if (message.id !== undefined) reply = message;
      },
    });
    if (reply?.result === undefined) throw new Error(`HTTP ${status}: ${JSON.stringify(reply)}`);
    return reply;
  }

  return {
    post,
    async call(questions, onRound) {
      const call = createCall(questions);
      let params = { name: "ask", arguments: call.args };
      for (;;) {
        const reply = await post(params);
        onRound?.(reply.result);
        if (reply.result.resultType !== "input_required") {
          call.check(reply);
          return;
        }
        const { inputRequests = {}, requestState } = reply.result;
        const inputResponses = {};
        for (const [key, entry] of Object.entries(inputRequests))
          inputResponses[key] = call.answer(entry.params);
        params = {
          name: "ask",
          arguments: call.args,
          inputResponses,
          ...(requestState === undefined ? {} : { requestState }),
        };
      }
    },
    /** Begins a call and never answers its first question. */
    async abandon() {
      const reply = await post({ name: "ask", arguments: createCall(1).args });
      if (reply.result.resultType !== "input_required")
        throw new Error(`expected a question: ${JSON.stringify(reply)}`);
    },
    async close() {
      agent.destroy();
    },
  };
}
