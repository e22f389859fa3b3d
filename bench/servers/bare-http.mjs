/**
 * Node's HTTP server and JSON alone: what the same messages cost without a protocol, a schema, a state that is sealed or a server
 * that is built. Nobody could run a server like this; it is the figure to come near.
 */
import * as z from "zod";
import { listenToNode } from "./listen.mjs";
import { readOptions } from "./options.mjs";
import { createQuestions, summary, toWireSchema, wording } from "./questions.mjs";

const QUESTIONS = createQuestions(z).map(({ key, title, schema }) => ({
  key,
  title,
  requestedSchema: toWireSchema(z, schema),
}));

/** @param {any} params of `tools/call` @returns {object} the result */
function answer({ arguments: { topic, questions }, inputResponses = {}, requestState }) {
  const answers = requestState === undefined ? [] : JSON.parse(requestState);
  const current = QUESTIONS[answers.length];
  if (requestState !== undefined) answers.push(inputResponses[current.key].content);
  if (answers.length === questions)
    return { content: [{ type: "text", text: summary(topic, answers) }], resultType: "complete" };
  const { key, requestedSchema, ...next } = QUESTIONS[answers.length];
  const params = { mode: "form", message: wording(next, topic), requestedSchema };
  return {
    resultType: "input_required",
    inputRequests: { [key]: { method: "elicitation/create", params } },
    requestState: JSON.stringify(answers),
  };
}

listenToNode((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const { id, params } = JSON.parse(Buffer.concat(chunks).toString());
    const json = JSON.stringify({ jsonrpc: "2.0", id, result: answer(params) });
    const length = String(Buffer.byteLength(json));
    response.writeHead(200, { "content-type": "application/json", "content-length": length });
    response.end(json);
  });
}, readOptions());
