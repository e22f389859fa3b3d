/**
 * A host of 2025-11-25 with one session. Questions arrive on the call's stream (or the standing one), and each is
 * answered with a separate request.
 */
import { createAgent, exchange } from "./http.mjs";
import { createCall } from "./user.mjs";

const VERSION = "2025-11-25";

/**
 * @param {number} port
 * @returns {Promise<import("./run-load.mjs").Host>}
 */
export async function createSessionHost(port) {
  const agent = createAgent();
  const stop = new AbortController();
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  /** @type {Map<number, { resolve: (message: any) => void, reject: (error: unknown) => void }>} */
  const waiting = new Map();
  /** Answers the questions of the current call. A session has one open call at a time, except in `abandon`. */
  let user;
  let ids = 0;

  function onMessage(message) {
    if (message.method === "elicitation/create") {
      user?.(message).catch((error) => {
        for (const { reject } of waiting.values()) reject(error);
      });
    } else if (message.method === "ping") {
      void post({ jsonrpc: "2.0", id: message.id, result: {} }).catch(() => {});
    } else if (message.method === undefined && waiting.has(message.id)) {
      waiting.get(message.id).resolve(message);
      waiting.delete(message.id);
    }
  }

  const post = (body) => exchange({ agent, port, headers, body, onMessage });

  function request(method, params) {
    ids += 1;
    const id = ids;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      post({ jsonrpc: "2.0", id, method, params }).then(({ status, headers: received }) => {
        if (status >= 400) reject(new Error(`${method}: HTTP ${status}`));
        if (method === "initialize") headers["mcp-session-id"] = String(received["mcp-session-id"]);
      }, reject);
    });
  }

  await new Promise((resolve, reject) => {
    ids += 1;
    let reply;
    exchange({
      agent,
      port,
      headers,
      body: {
        jsonrpc: "2.0",
        id: ids,
        method: "initialize",
        params: {
          protocolVersion: VERSION,
          capabilities: { elicitation: { form: {} } },
          clientInfo: { name: "bench-host", version: "1.0.0" },
        },
      },
      onMessage: (message) => {
        reply = message;
      },
    }).then(({ status, headers: received }) => {
      if (reply?.result?.protocolVersion !== VERSION) {
        reject(new Error(`initialize: HTTP ${status} ${JSON.stringify(reply)}`));
        return;
      }
      headers["mcp-session-id"] = String(received["mcp-session-id"]);
      headers["mcp-protocol-version"] = VERSION;
      resolve();
    }, reject);
  });
  await post({ jsonrpc: "2.0", method: "notifications/initialized" });
  await openStandingStream();

  /** Some servers send their questions on this stream. A server without one responds with 405, which is fine. */
  function openStandingStream() {
    return new Promise((resolve) => {
      exchange({
        agent,
        port,
        method: "GET",
        headers: { ...headers, accept: "text/event-stream" },
        signal: stop.signal,
        onMessage,
        onOpen: resolve,
      }).then(resolve, resolve);
    });
  }

  return {
    async call(questions, onRound) {
      const call = createCall(questions);
      user = async (message) => {
        onRound?.(message);
        const result = call.answer(message.params);
        await post({ jsonrpc: "2.0", id: message.id, result });
      };
      const reply = await request("tools/call", { name: "ask", arguments: call.args });
      onRound?.(reply);
      call.check(reply);
    },
    /** Begins a call and never answers its first question; resolves when the question arrives. */
    async abandon() {
      const call = createCall(1);
      await new Promise((resolve, reject) => {
        const before = user;
        user = async (message) => {
          if (!message.params.message.startsWith(`${call.args.topic}:`)) return before?.(message);
          call.answer(message.params);
          resolve();
        };
        request("tools/call", { name: "ask", arguments: call.args }).then(
          (reply) => reject(new Error(`expected a question: ${JSON.stringify(reply)}`)),
          reject,
        );
      });
    },
    async close() {
      stop.abort();
      agent.destroy();
    },
  };
}
