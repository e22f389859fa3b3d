/** Open questions on 2026-07-28: each is a response that the host keeps, and nothing waits in the servers. */
import { createAgent, exchange } from "../load/http.mjs";
import { createCall } from "../load/user.mjs";
import { between, forEach } from "./fleet.mjs";

const VERSION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientInfo": { name: "bench-host", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};
const AT_ONCE = 32;
/** Enough for the code of a replica to be compiled. */
const WARM_UP = 2_000;

/** @typedef {{ call: ReturnType<typeof createCall>, user: string, requests: object, state: string }} Open */

/**
 * @param {import("./fleet.mjs").Fleet} fleet
 * @param {{ questions: number, answers: number }} options how many are opened, and how many of them answered
 */
export async function measureStateless(fleet, { questions, answers }) {
  const host = createHost(fleet);
  try {
    await forEach(WARM_UP * fleet.size, AT_ONCE, async (index) => {
      await host.answer(await host.open(index));
    });
    await fleet.snapshot(true);
    const start = await fleet.snapshot(true);
    /** @type {Open[]} */
    const open = [];
    await forEach(questions, AT_ONCE, async (index) => void (open[index] = await host.open(index)));
    const ran = await fleet.snapshot();
    const opened = await fleet.snapshot(true);
    const sample = shuffle(open).slice(0, answers);
    const before = await fleet.snapshot();
    await forEach(sample.length, AT_ONCE, (index) => host.answer(sample[index]));
    const after = await fleet.snapshot();

    const opening = between(start, ran);
    const holding = between(start, opened);
    const answering = between(before, after);
    const each = (value) => value / questions;
    const ofAnswers = (value) => value / sample.length;
    return {
      questions,
      answered: sample.length,
      heapBytes: each(holding.heapBytes),
      rssBytes: each(holding.rssBytes),
      storeBytes: each(holding.store.bytes),
      stateBytes: each(open.reduce((sum, { state }) => sum + state.length, 0)),
      openCpuMicros: each(opening.cpuMicros),
      openStoreCpuMicros: each(opening.store.cpuMicros),
      openOperations: each(opening.operations),
      openCommands: each(opening.store.commands),
      answerCpuMicros: ofAnswers(answering.cpuMicros),
      answerStoreCpuMicros: ofAnswers(answering.store.cpuMicros),
      answerOperations: ofAnswers(answering.operations),
      answerCommands: ofAnswers(answering.store.commands),
      answerStoreBytes: ofAnswers(answering.store.bytes),
      heard: opening.heard + answering.heard,
    };
  } finally {
    host.close();
  }
}

/** @param {import("./fleet.mjs").Fleet} fleet */
function createHost(fleet) {
  const agent = createAgent();
  let ids = 0;

  async function post(user, params) {
    ids += 1;
    let reply;
    const { status } = await exchange({
      agent,
      port: fleet.anyPort(),
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": VERSION,
        "mcp-method": "tools/call",
        "mcp-name": "ask",
        "x-user": user,
      },
      body: {
        jsonrpc: "2.0",
        id: ids,
        method: "tools/call",
        params: { name: "ask", ...params, _meta: META },
      },
      onMessage: (message) => (reply = message),
    });
    if (reply?.result === undefined) throw new Error(`HTTP ${status}: ${JSON.stringify(reply)}`);
    return reply;
  }

  return {
    /** @param {number} index @returns {Promise<Open>} */
    async open(index) {
      const call = createCall(1);
      const user = `user ${index}`;
      const reply = await post(user, { arguments: call.args });
      const { resultType, inputRequests, requestState } = reply.result;
      if (resultType !== "input_required")
        throw new Error(`expected a question: ${JSON.stringify(reply)}`);
      return { call, user, requests: inputRequests, state: requestState };
    },
    /** @param {Open} open */
    async answer({ call, user, requests, state }) {
      const inputResponses = Object.fromEntries(
        Object.entries(requests).map(([key, { params }]) => [key, call.answer(params)]),
      );
      call.check(await post(user, { arguments: call.args, inputResponses, requestState: state }));
    },
    close: () => agent.destroy(),
  };
}

/** @template T @param {T[]} values */
export function shuffle(values) {
  const shuffled = [...values];
  for (let index = shuffled.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1));
    [shuffled[index], shuffled[other]] = [shuffled[other], shuffled[index]];
  }
  return shuffled;
}
