/**
 * A server without any library: for a call of `ask` it sends the question of that number, exactly as it
 * is in the file, and answers with what came back. Speaks every protocol version.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const questions = JSON.parse(readFileSync(process.argv[2], "utf8"));
const calls = new Map();
let lastId = 0;

const send = (message) =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const say = (id, value) =>
  send({
    id,
    result: { resultType: "complete", content: [{ type: "text", text: JSON.stringify(value) }] },
  });

const methods = {
  initialize: ({ id, params }) =>
    send({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "raw", version: "1.0.0" },
      },
    }),
  "server/discover": ({ id }) =>
    send({
      id,
      result: {
        resultType: "complete",
        supportedVersions: ["2026-07-28"],
        capabilities: { tools: {} },
        serverInfo: { name: "raw", version: "1.0.0" },
        ttlMs: 0,
        cacheScope: "private",
      },
    }),
  "tools/call"({ id, params }) {
    const request = { method: "elicitation/create", params: questions[params.arguments.number] };
    if (!params._meta?.["io.modelcontextprotocol/protocolVersion"]) {
      const question = `q${++lastId}`;
      calls.set(question, id);
      send({ id: question, ...request });
    } else if (params.inputResponses) {
      say(id, params.inputResponses.q);
    } else {
      send({ id, result: { resultType: "input_required", inputRequests: { q: request } } });
    }
  },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.method) {
    if (message.id === undefined) return;
    const answer = methods[message.method];
    if (answer) answer(message);
    else send({ id: message.id, error: { code: -32601, message: "No such method." } });
  } else if (calls.has(message.id)) {
    say(calls.get(message.id), message.result ?? { error: message.error });
    calls.delete(message.id);
  }
});
