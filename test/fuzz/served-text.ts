import { McpServer } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { createElicitation, type ElicitationContext } from "midcall/server";
import * as z from "zod";
import { MAX_JSON_DEPTH } from "../../packages/midcall/src/internal/json-depth.js";
import { canonicalJson } from "../../packages/midcall/src/server/state/canonical-json.js";
import { must, target, type FuzzTarget } from "./fuzz-target.js";
import { jsonText } from "./json-texts.js";

/** Sends a call with these arguments as text, and then one with others that has the state and the answer of the first. */
export type Served = (
  first: string,
  second: string,
) => Promise<{
  /** The arguments of each run of the handler, as canonical JSON. */
  readonly runs: readonly string[];
  readonly text: string;
}>;

const envelope = JSON.stringify({
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
});
const headers = {
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": "run",
};

/** A round takes some time in which nothing is to be done. */
const AT_ONCE = 25;

const runs = new Map<number, string[]>();
let calls = 0;
const elicitation = createElicitation({
  secret: "a secret of at least thirty-two bytes, for tests",
  logger: { warn: () => {}, error: () => {} },
});
const handler = elicitation.createHandler(() => {
  const server = elicitation.attach(new McpServer({ name: "texts", version: "1.0.0" }));
  const run = elicitation.handler(
    async (args: Record<string, unknown>, ctx: ElicitationContext) => {
      runs.get(args["call"] as number)?.push(canonicalJson(args["given"]));
      const { action } = await ctx.elicit("Go on?", ["yes"]);
      return { content: [{ type: "text" as const, text: action }] };
    },
  );
  server.registerTool("run", { inputSchema: z.looseObject({}) }, run);
  return server;
});

export const served: Served = async (first, second) => {
  const call = (calls += 1);
  const ran: string[] = [];
  runs.set(call, ran);
  const post = async (args: string, more: string): Promise<Response> => {
    const params = `{"name":"run","arguments":{"call":${call},"given":${args}},"_meta":${envelope}${more}}`;
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
    return handler.fetch(new Request("http://127.0.0.1/mcp", { method: "POST", headers, body }));
  };
  const asked = await post(first, "");
  const { result } = (await asked.json()) as {
    readonly result?: { readonly requestState: string; readonly inputRequests: object };
  };
  if (result === undefined) return { runs: ran, text: "" };
  const [key] = Object.keys(result.inputRequests);
  const answers = { [key!]: { action: "accept", content: { value: "yes" } } };
  const more = `,"requestState":"${result.requestState}","inputResponses":${JSON.stringify(answers)}`;
  const answered = await post(second, more);
  return { runs: ran, text: await answered.text() };
};

/** An answer counts for exactly the arguments that the handler had when it asked, however they are written. */
export const servedText: FuzzTarget = target<readonly Pair[], Served>({
  name: "served-text",
  tried: `sets of up to ${AT_ONCE} texts of calls, sent to the server`,
  runs: [12, 1_600],
  subject: served,
  asynchronous: true,
  input: fc.array(fc.tuple(jsonText, jsonText, fc.boolean()), { minLength: 1, maxLength: AT_ONCE }),
  async check(pairs, serve) {
    await Promise.all(pairs.map((pair) => checkPair(pair, serve)));
  },
});

type Pair = readonly [one: string, other: string, isSame: boolean];

async function checkPair([one, other, isSame]: Pair, serve: Served): Promise<void> {
  const second = isSame && canonicalOf(one) !== undefined ? rewritten(one) : other;
  const said = [one, second].map((text) => canonicalOf(text));
  const { runs: ran, text } = await serve(one, second);
  if (said[0] === undefined) return must(ran.length === 0, "Takes what cannot be kept.");
  must(ran[0] === said[0], `The handler got ${ran[0]}, and the text says ${said[0]}`);
  const isTaken = /"text":"accept"/.test(text);
  must(isTaken === (said[0] === said[1]), `The answer to ${said[0]} is used for ${said[1]}`);
  if (isTaken) must(ran[1] === said[0], "The second run has other arguments.");
}

/** The same value in other words, as far as JSON.stringify can say it. */
const rewritten = (text: string): string => JSON.stringify(JSON.parse(text), undefined, 1);

/** What the text says; `undefined` where the server is to refuse it: it stands in the arguments, which are a level of their own. */
function canonicalOf(text: string): string | undefined {
  if (depthOf(text) > MAX_JSON_DEPTH - 1) return undefined;
  const written = canonicalJson(JSON.parse(text));
  return /(?:^|[:[,])-?Infinity/.test(written.replace(STRINGS, '""')) ? undefined : written;
}

const STRINGS = /"(?:[^"\\]|\\.)*"/g;

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [one] of text.replace(STRINGS, "").matchAll(/[{}[\]]/g)) {
    depth += one === "{" || one === "[" ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
