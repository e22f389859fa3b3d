/**
 * An API for models on loopback, which calls the tool that it is told to. Claude Code needs no account and no network
 * with it.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

/** The text of a prompt that makes the model call a tool. @param {string} tool @param {object} input */
export const callOf = (tool, input) => JSON.stringify({ tool, input });

/** What the model says to a conversation: a call of a tool, or a word once it has its result. */
function replyTo(messages) {
  const { content } = messages.findLast(({ role }) => role === "user");
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  // Results of an interrupted turn may stand before the prompt.
  const last = blocks.findLast(
    ({ type, text }) => type === "tool_result" || text?.startsWith('{"tool":'),
  );
  return last?.text ? JSON.parse(last.text) : { text: "Done." };
}

/** A reply as a stream of events. */
function* eventsOf(model, { tool, input, text }) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const id = randomUUID();
  const message = { id, type: "message", role: "assistant", model, content: [], usage };
  yield { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } };
  const start = (content_block) => ({ type: "content_block_start", index: 0, content_block });
  const more = (delta) => ({ type: "content_block_delta", index: 0, delta });
  if (tool) {
    yield start({ type: "tool_use", id: `toolu_${id}`, name: tool, input: {} });
    yield more({ type: "input_json_delta", partial_json: JSON.stringify(input) });
  } else {
    yield start({ type: "text", text: "" });
    yield more({ type: "text_delta", text });
  }
  yield { type: "content_block_stop", index: 0 };
  const stop_reason = tool ? "tool_use" : "end_turn";
  yield { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage };
  yield { type: "message_stop" };
}

/** Starts the API; `url` is its address. @returns {Promise<{ url: string, close(): void }>} */
export async function startModel() {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (!/^\/v1\/messages(\?|$)/.test(request.url)) return response.writeHead(404).end("{}");
    const { model, messages } = JSON.parse(body);
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of eventsOf(model, replyTo(messages))) {
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
