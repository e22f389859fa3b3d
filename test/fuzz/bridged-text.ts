import fc from "fast-check";
import { openPipes } from "../../packages/cli/test/bridge/wire-lab.js";
import { requestDigest } from "../../packages/cli/src/bridge/wire/same-request.js";
import type { Members, Request } from "../../packages/cli/src/bridge/wire/messages.js";
import { must, target, type FuzzTarget } from "./fuzz-target.js";
import { jsonText, readAs } from "./json-texts.js";

/** Sends a line through a bridge, whose server then asks. */
export type Bridge = (line: string) => Promise<{
  /** The lines that the server gets. */
  readonly got: readonly string[];
  /** What comes back to the host. */
  readonly replies: readonly Members[];
  /** The call that the user is shown, and that the answer is kept for. */
  readonly shown: Members | undefined;
}>;

/** With it, the protocol says itself which call asks. */
const ASKING = {
  resultType: "input_required",
  inputRequests: {
    q: {
      method: "elicitation/create",
      params: { mode: "form", message: "M", requestedSchema: { type: "object", properties: {} } },
    },
  },
  requestState: "state",
};
const META = JSON.stringify({
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
});

export const bridged: Bridge = async (line) => {
  let shown: Members | undefined;
  const at = await openPipes({
    ask: (_, { call }) => {
      shown = call as unknown as Members;
      return Promise.resolve({ action: "cancel" });
    },
    complete: () => {},
  });
  await at.fromHost(line);
  const got = [...at.toServer];
  for (const text of got) {
    const { id } = JSON.parse(text) as { readonly id?: unknown };
    await at.fromServer(JSON.stringify({ jsonrpc: "2.0", id, result: ASKING }));
  }
  await at.close();
  return { got, replies: at.toHost.map((text) => JSON.parse(text) as Members), shown };
};

interface Input {
  readonly texts: readonly [string, string];
  readonly more: readonly string[];
  readonly isBatch: boolean;
}

/** A call with these arguments, and with further members, of which some stand there twice. */
const callWith = (args: string, more: readonly string[], id: number): string =>
  `{${[`"id":${id}`, '"jsonrpc":"2.0"', ...more, '"method":"tools/call"', `"params":{"name":"t","arguments":${args},"_meta":${META}}`].join(",")}}`;

/** What any reader of the server's takes a call for is what the user was shown, and what an answer is kept for. */
export const bridgedText: FuzzTarget = target<Input, Bridge>({
  name: "bridged-text",
  tried: "texts of calls, sent through the bridge",
  runs: [300, 20_000],
  subject: bridged,
  asynchronous: true,
  input: fc.record({
    texts: fc.tuple(jsonText, jsonText),
    more: fc.array(
      fc.constantFrom(
        '"method":"ping"',
        '"id":7',
        '"params":{"name":"u"}',
        '"x":1',
        '"jsonrpc":"1"',
      ),
      { maxLength: 2 },
    ),
    isBatch: fc.boolean(),
  }),
  async check({ texts, more, isBatch }, bridge) {
    const digests: string[] = [];
    const says: string[] = [];
    for (const text of isBatch ? [] : texts) {
      const { got, replies, shown } = await bridge(callWith(text, more, 1));
      must(got.length + replies.length >= 1, "A call is neither passed on nor refused.");
      for (const one of got) {
        const said = readAs(one, "first");
        must(said === readAs(one, "last"), `Two readers read two calls in ${one}`);
        must(said === readAs(JSON.stringify(JSON.parse(one)), "last"), `Digits are lost in ${one}`);
        const { params } = JSON.parse(one) as { readonly params: Members };
        must(shown !== undefined, "Nobody is shown the call that asks.");
        must(
          readAs(JSON.stringify(shown["arguments"]), "last") ===
            readAs(JSON.stringify(params["arguments"]), "last"),
          `Shown is ${JSON.stringify(shown)}, and the server gets ${one}`,
        );
        digests.push(requestDigest(JSON.parse(one) as Request));
        says.push(said);
      }
    }
    if (digests.length === 2)
      must((digests[0] === digests[1]) === (says[0] === says[1]), "One binding for two calls.");
    if (!isBatch) return;
    const batch = texts.map((text, index) => callWith(text, [], index + 1));
    const { got, replies } = await bridge(`[${batch.join(",")}]`);
    must(got.length + replies.length >= 2, "A call of a batch is neither passed on nor refused.");
    for (const one of got)
      must(readAs(one, "first") === readAs(one, "last"), `Two readers read two calls in ${one}`);
  },
});
