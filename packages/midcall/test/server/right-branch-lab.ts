import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createElicitation } from "midcall/server";
import { type ProtocolVersion, protocolVersions } from "midcall/testing";
import fc from "fast-check";
import * as z from "zod";
import { createWirePair } from "../../src/testing/wire-pair.js";
import { createLog, SECRET, text } from "./lab.js";
import { areSideBySide, follow, isOrderly, type Program, programs } from "./programs.js";
import { createRandom } from "./state-lab.js";

/** Rounds after which a flow is left as it is. */
const LONGEST_FLOW = 300;

/** How one flow ended, and what went wrong on the way. */
interface Ended {
  /** `result`, or the error in words. */
  readonly end: string;
  readonly wrong: readonly string[];
  readonly rounds: number;
}

/** What a place has asked. */
interface Asked {
  readonly at: string;
  readonly words: string;
  readonly keyed: boolean;
}

interface Run {
  /** In order. */
  readonly asked: Asked[];
  /** Answers that places have been given. */
  readonly given: Map<string, string>;
}

/** A question as the person saw it. */
interface Put {
  /** The place that asked it: one of these. */
  readonly at: readonly string[];
  readonly words: string;
  readonly isKeyed?: boolean;
  /** The person's answer, once there is one that counts. */
  answer?: string;
}

interface Flow {
  readonly id: number;
  readonly program: Program;
  readonly random: (below: number) => number;
  readonly wrong: string[];
  /** Everything the person was asked, by the key on the wire. */
  readonly put: Map<string, Put>;
  run: Run;
  readonly steps: Map<string, number>;
  resent: boolean;
}

type Message = Record<string, never> & {
  id?: number;
  method?: string;
  params?: { message: string };
  result?: Record<string, unknown>;
  error?: { message: string };
};

const requestedSchema = {
  type: "object",
  properties: { nonce: { type: "integer" } },
  required: ["nonce"],
} as const;

/** Flows under way at once. Most of their time is waits. */
const AT_ONCE = 400;

/** Plays that many random handlers, and tells how they ended and what went wrong, the shortest programs first. */
export async function playMany(
  runs: number,
  seed: number,
  which: fc.Arbitrary<Program> = programs,
): Promise<{ ends: ReadonlyMap<string, number>; wrong: readonly string[] }> {
  const sample = fc.sample(fc.tuple(which, fc.nat()), { numRuns: runs, seed });
  const ends = new Map<string, number>();
  const found: string[] = [];
  const lab = createRightBranchLab();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let n = next++; n < sample.length; n = next++) {
      const [program, mood] = sample[n]!;
      // Most on the protocol version that runs handlers again.
      const protocolVersion = n % 5 < 3 ? "2026-07-28" : protocolVersions[n % 5 === 3 ? 0 : 1]!;
      const { end, wrong } = await lab.play(protocolVersion, program, mood);
      const kind = `${protocolVersion} ${end.replace(/"[^"]*"/g, "…").slice(0, 60)}`;
      ends.set(kind, (ends.get(kind) ?? 0) + 1);
      // A handler that does the same each time is stopped for nothing but words that cannot be told apart.
      const isStopped = end !== "result" && !end.includes("asked twice at the same time");
      const all = isOrderly(program) && isStopped ? [...wrong, end] : wrong;
      if (all.length > 0)
        found.push(`${protocolVersion} ${all.slice(0, 3).join("; ")}: ${JSON.stringify(program)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await lab.close();
  return { ends, wrong: found.sort((one, other) => one.length - other.length) };
}

/** Servers of one service on each protocol version, and a person who answers as it comes. */
function createRightBranchLab(): {
  play(protocolVersion: ProtocolVersion, program: Program, seed: number): Promise<Ended>;
  close(): Promise<void>;
} {
  const flows = new Map<number, Flow>();
  let lastFlow = 0;
  let nonce = 0;
  const wires = new Map<string, Promise<Wire>>();

  const connect = (protocolVersion: ProtocolVersion, replica: number): Promise<Wire> => {
    const name = `${protocolVersion} ${replica}`;
    let wire = wires.get(name);
    if (wire === undefined) {
      wire = openWire(protocolVersion, () => build(flows), pushed);
      wires.set(name, wire);
    }
    return wire;
  };

  /** One person for all flows: answers one question, or not yet. */
  const decide = (flow: Flow, put: Put): Record<string, unknown> => {
    switch (flow.random(8)) {
      case 0:
        put.answer = "decline";
        return { action: "decline" };
      case 1:
        put.answer = "cancel";
        return { action: "cancel" };
      case 2:
        return { action: "accept", content: { nonce: "none" } };
      default:
        put.answer = `accept ${++nonce}`;
        return { action: "accept", content: { nonce } };
    }
  };

  const pushed = async (params: { message: string }): Promise<Record<string, unknown>> => {
    const [, id = "", words = ""] = /^#(\d+) ([^\n]*)/.exec(params.message) ?? [];
    const flow = flows.get(Number(id));
    // A run that has ended still asks, and nobody is there.
    if (flow === undefined) return { action: "cancel" };
    const open = flow.run.asked.filter((one) => one.words === words && !flow.run.given.has(one.at));
    // Pushed questions carry no key: where several with keys are open in the same words, any may be meant.
    const put: Put = { at: open.map(({ at }) => at), words };
    flow.put.set(`${nonce++}`, put);
    await new Promise((resolve) => setTimeout(resolve, flow.random(4)));
    return decide(flow, put);
  };

  /** Who has asked what a round ends with. */
  const owners = (flow: Flow, requests: Record<string, { params: { message: string } }>): void => {
    for (const [key, { params }] of Object.entries(requests)) {
      if (flow.put.has(key)) continue;
      const words = wordsOf(params.message);
      if (!key.startsWith("q_")) {
        flow.put.set(key, { at: [key], words, isKeyed: true });
        continue;
      }
      const known = new Set([...flow.put.values()].flatMap(({ at }) => at));
      const open = flow.run.asked.filter(
        (one) => one.words === words && !one.keyed && !flow.run.given.has(one.at),
      );
      const fresh = open.filter(({ at }) => !known.has(at));
      const owner = (fresh.length > 0 ? fresh : open)[0];
      if (owner === undefined || fresh.length > 1)
        flow.wrong.push(`"${words}" is put to the person and ${fresh.length} places have asked it`);
      else flow.put.set(key, { at: [owner.at], words });
    }
  };

  const rounds = async (
    flow: Flow,
    protocolVersion: ProtocolVersion,
  ): Promise<{ end: string; rounds: number }> => {
    let state: string | undefined;
    let responses: Record<string, unknown> = {};
    for (let round = 1; round <= LONGEST_FLOW; round++) {
      const params = {
        name: "run",
        arguments: { flow: flow.id },
        ...(state !== undefined && { requestState: state }),
        ...(Object.keys(responses).length > 0 && { inputResponses: responses }),
      };
      let reply: Message = {} as Message;
      // A lost response is asked for again, at whichever replica.
      const times = flow.random(12) === 0 ? 2 : 1;
      if (times > 1) flow.resent = true;
      for (let time = 0; time < times; time++) {
        flow.run = { asked: [], given: new Map() };
        reply = await (
          await connect(protocolVersion, flow.random(2))
        ).request("tools/call", params);
      }
      const result = reply.result as
        | {
            resultType?: string;
            inputRequests?: Record<string, { params: { message: string } }>;
            requestState?: string;
            isError?: boolean;
            content?: { text: string }[];
          }
        | undefined;
      if (result === undefined) return { end: `error: ${reply.error?.message}`, rounds: round };
      if (result.resultType !== "input_required") return { end: ended(result), rounds: round };
      const requests = result.inputRequests ?? {};
      owners(flow, requests);
      state = result.requestState;
      responses = {};
      const keys = Object.keys(requests);
      for (const key of keys) {
        // Some answers come later; but nobody waits for ever.
        if (keys.length > 1 && flow.random(3) === 0) continue;
        const put = flow.put.get(key);
        if (put !== undefined) responses[key] = decide(flow, put);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { end: "no end", rounds: LONGEST_FLOW };
  };

  return {
    async play(protocolVersion, program, seed) {
      const random = createRandom(seed);
      const flow: Flow = {
        id: ++lastFlow,
        program,
        random,
        wrong: [],
        put: new Map(),
        run: { asked: [], given: new Map() },
        steps: new Map(),
        resent: false,
      };
      flows.set(flow.id, flow);
      let played: { end: string; rounds: number };
      if (protocolVersion === "2026-07-28") played = await rounds(flow, protocolVersion);
      else {
        const params = { name: "run", arguments: { flow: flow.id } };
        const { result, error } = await (
          await connect(protocolVersion, 0)
        ).request("tools/call", params);
        played = { end: result ? ended(result as never) : `error: ${error?.message}`, rounds: 1 };
      }
      if (played.end === "result") {
        for (const { at, words, answer } of flow.put.values()) {
          const got = [...flow.run.given].some(
            ([one, given]) => given === answer && isFor(flow, { at }, one),
          );
          if (answer !== undefined && !got)
            flow.wrong.push(`success, and "${words}" of ${String(at)} never got its ${answer}`);
        }
        for (const [at, times] of flow.steps)
          if (times > 1 && !flow.resent) flow.wrong.push(`step ${at} ran ${times} times`);
      }
      // Runs that are over may still come by; they must find their flow.
      setTimeout(() => flows.delete(flow.id), 5000).unref();
      return { end: played.end, wrong: flow.wrong, rounds: played.rounds };
    },
    async close() {
      for (const wire of wires.values()) await (await wire).close();
    },
  };
}

/** Whether an answer to what one place has asked is for another one as well. */
function isFor({ program }: Flow, { at }: Pick<Put, "at">, place: string): boolean {
  if (at.includes(place)) return true;
  return !isOrderly(program) && at.some((one) => !areSideBySide(one, place));
}

/**
 * Whether a question stands in for one that the person has answered. In a handler that asks something else in each run,
 * a branch may ask what another one has asked before and does not ask now: in the same words, as the only one. Nothing
 * tells the two apart, for the person either.
 */
function standsIn({ program }: Flow, { asked }: Run, put: Put, one: Asked): boolean {
  const same = asked.filter(({ words, keyed }) => words === one.words && !keyed);
  const isOnly = same.length === 1 && same[0]!.at === one.at;
  return !isOrderly(program) && !put.isKeyed && put.words === one.words && isOnly;
}

function ended(result: { isError?: boolean; content?: { text: string }[] }): string {
  return result.isError === true ? `error: ${result.content?.[0]?.text}` : "result";
}

/** The words of a message, without the flow's number and without why it is asked again. */
function wordsOf(message: string): string {
  return (message.split("\n")[0] ?? "").replace(/^#\d+ /, "");
}

/** The server under test: one tool that plays the program of a flow, and watches what it is given. */
function build(flows: ReadonlyMap<number, Flow>): McpServer {
  const elicitation = createElicitation({
    secret: SECRET,
    logger: createLog(),
    maxAttempts: 50,
    limits: { rounds: LONGEST_FLOW, entries: 1000 },
    development: false,
  });
  const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
  server.registerTool(
    "run",
    { inputSchema: z.object({ flow: z.number() }) },
    elicitation.handler(async ({ flow: id }, ctx) => {
      const flow = flows.get(id)!;
      const { run } = flow;
      let isOver = false;
      ctx.defer(() => (isOver = true));
      const due = [...flow.put.values()].filter(({ answer }) => answer !== undefined);
      const places = await follow(flow.program, {
        random: flow.random,
        async ask(at, words, key) {
          // A run that has ended goes on outside of its steps; nobody hears of what it asks.
          if (!isOver) run.asked.push({ at, words, keyed: key !== undefined });
          const answer = await ctx.elicit(`#${id} ${words}`, requestedSchema, {
            ...(key !== undefined && { key }),
          });
          const got = answer.action === "accept" ? `accept ${answer.data.nonce}` : answer.action;
          const own = [...flow.put.values()].some(
            (put) =>
              put.answer === got &&
              (isFor(flow, put, at) ||
                standsIn(flow, run, put, { at, words, keyed: key !== undefined })),
          );
          if (!own) flow.wrong.push(`${at} was given ${got}, which is not its answer`);
          run.given.set(at, got);
          return got;
        },
        step: (at, ms) =>
          ctx.step(at, async () => {
            flow.steps.set(at, (flow.steps.get(at) ?? 0) + 1);
            const lost = due.find(
              (put) =>
                !run.asked.some((one) => one.words === put.words && isFor(flow, put, one.at)),
            );
            if (lost !== undefined)
              flow.wrong.push(
                `step ${at} began, and "${lost.words}" of ${String(lost.at)} was not asked, which got ${lost.answer}`,
              );
            if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
          }),
      });
      return text(places);
    }),
  );
  return server;
}

interface Wire {
  request(method: string, params: Record<string, unknown>): Promise<Message>;
  close(): Promise<void>;
}

const PREFIX = "io.modelcontextprotocol/";

async function openWire(
  protocolVersion: ProtocolVersion,
  factory: () => McpServer,
  pushed: (params: { message: string }) => Promise<Record<string, unknown>>,
): Promise<Wire> {
  const [host, end] = createWirePair();
  const serving = serveStdio(factory, { transport: end });
  const waiting = new Map<number, (message: Message) => void>();
  const answered = new Set<number>();
  let lastId = 0;
  host.onmessage = (message) => {
    const { id, method, params } = message as unknown as Message;
    if (method === "elicitation/create" && id !== undefined && params !== undefined) {
      void pushed(params).then((result) =>
        host.send({ jsonrpc: "2.0", id, result } as never).catch(() => {}),
      );
    } else if (id !== undefined && !answered.has(id)) {
      answered.add(id);
      waiting.get(id)?.(message as unknown as Message);
      waiting.delete(id);
    }
  };
  await host.start();
  const capabilities =
    protocolVersion === "2025-06-18" ? { elicitation: {} } : { elicitation: { form: {} } };
  const clientInfo = { name: "raw", version: "1" };
  const _meta = {
    [`${PREFIX}protocolVersion`]: protocolVersion,
    [`${PREFIX}clientInfo`]: clientInfo,
    [`${PREFIX}clientCapabilities`]: capabilities,
  };
  const request: Wire["request"] = (method, params) =>
    new Promise((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      const all = protocolVersion === "2026-07-28" ? { ...params, _meta } : params;
      void host.send({ jsonrpc: "2.0", id, method, params: all } as never);
    });
  if (protocolVersion !== "2026-07-28") {
    await request("initialize", { protocolVersion: protocolVersion, capabilities, clientInfo });
    await host.send({ jsonrpc: "2.0", method: "notifications/initialized" } as never);
  }
  return { request, close: () => serving.close() };
}
