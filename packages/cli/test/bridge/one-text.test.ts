import { describe, expect, it } from "vitest";
import { requestDigest } from "../../src/bridge/wire/same-request.js";
import type { Request } from "../../src/bridge/wire/messages.js";
import { slowUser } from "./relay-lab.js";
import { openPipes, parsed } from "./wire-lab.js";

const callWith = (args: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":${args}}}`;
const argumentsOf = (text: string): string => text.slice(text.indexOf('"arguments":') + 12, -2);
const digestOf = (text: string): string => requestDigest(JSON.parse(text) as Request);
const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

describe("the server gets the arguments that a kept answer is for", () => {
  it.each([
    ["of two members with one name the last", '{"a":1,"a":2}', '{"a":2}'],
    ["of two names that are one without escapes the last", '{"a":1,"\\u0061":2}', '{"a":2}'],
    ["0.3 for what is 0.3 for who calculates", '{"a":0.30000000000000001665}', '{"a":0.3}'],
    ["0 for -0", '{"a":-0}', '{"a":0}'],
    ["a lone surrogate as such", '{"a":"\\uD800x"}', '{"a":"\\ud800x"}'],
    ["text without needless escapes", '{"a":"\\/\\u0041"}', '{"a":"/A"}'],
    ["a member named __proto__", '{"__proto__":{"a":1},"b":2}', '{"__proto__":{"a":1},"b":2}'],
    [
      "a whole number as it is",
      '{"a":9007199254740991,"b":1e21}',
      '{"a":9007199254740991,"b":1e+21}',
    ],
    ["text without line ends", '{ "a" :\t[ 1 , 2 ] }', '{"a":[1,2]}'],
  ])("%s", async (_, given, got) => {
    const at = await openPipes(slowUser().asker);
    await at.fromHost(callWith(given));
    expect(at.toServer.map(argumentsOf)).toEqual([got]);
    expect(digestOf(at.toServer[0]!)).toBe(digestOf(callWith(given)));
  });
});

describe("a message of the host's is refused, and the bridge goes on,", () => {
  it.each([
    ["with a whole number that loses digits", '{"a":12345678901234567890}', /more digits/],
    ["with a negative one", '{"a":-9007199254740993}', /more digits/],
    ["with a number out of range", '{"a":1e400}', /out of its range/],
    ["nested 5,000 levels deep", `{"a":${deep(5_000)}}`, /more than 512 levels/],
    ["nested 100,000 levels deep", `{"a":${deep(100_000)}}`, /more than 512 levels/],
  ])("%s", async (_, given, why) => {
    const at = await openPipes(slowUser().asker);
    await at.fromHost(callWith(given));
    expect(at.toServer).toEqual([]);
    expect(parsed(at.toHost)).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32_600, message: expect.stringMatching(why) as string },
      },
    ]);
    await at.fromHost(callWith("{}"));
    expect(at.toServer).toHaveLength(1);
  });

  it("each of several in one line", async () => {
    const at = await openPipes();
    await at.fromHost(`[${callWith('{"a":1e400}')},${callWith("{}").replace('"id":1', '"id":2')}]`);
    expect(parsed(at.toHost).map(({ id }) => id)).toEqual([1, 2]);
  });

  it("and an answer to the server's question ends it with an error", async () => {
    const at = await openPipes();
    await at.fromServer('{"jsonrpc":"2.0","id":"q","method":"roots/list"}');
    const id = JSON.stringify(parsed(at.toHost).at(-1)!["id"]);
    await at.fromHost(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":{"n":12345678901234567890}}}`,
    );
    expect(parsed(at.toServer)).toMatchObject([{ id: "q", error: { code: -32_600 } }]);
  });

  it("although another program has written a number of so many digits", async () => {
    const at = await openPipes();
    await at.fromHost(callWith(JSON.stringify({ a: 3 ** 60, b: 2 ** 1000 })));
    expect(at.toServer).toHaveLength(1);
  });
});

describe("a message of the server's", () => {
  it("that is a question reaches the host as it was read here, its large numbers rounded", async () => {
    const at = await openPipes();
    const params =
      '"message":"Keep?","message":"Delete?","requestedSchema":{"maximum":9223372036854775807}';
    await at.fromServer(
      `{"jsonrpc":"2.0","id":"q","method":"sampling/createMessage","params":{${params}}}`,
    );
    expect(at.toHost[0]).toContain(
      '{"message":"Delete?","requestedSchema":{"maximum":9223372036854776000}}',
    );
    expect(at.toHost[0]).not.toContain("Keep?");
  });

  it("that is a result keeps all its digits", async () => {
    const at = await openPipes();
    await at.fromHost(callWith("{}"));
    const result =
      '{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"id":12345678901234567890}}}';
    await at.fromServer(result);
    expect(at.toHost).toEqual([result]);
  });

  it("that requires input reaches the host as it was read here", async () => {
    const at = await openPipes();
    await at.fromHost(callWith("{}"));
    const requests = '"inputRequests":{"a":{"method":"x"},"a":{"method":"y"}}';
    await at.fromServer(
      `{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required",${requests}}}`,
    );
    expect(at.toHost[0]).toContain('"inputRequests":{"a":{"method":"y"}}');
  });

  it.each([
    ["a result that is null", '"result":null', { error: { code: -32_600 } }],
    ["neither result nor error", '"x":1', { error: { code: -32_600 } }],
    ["an error without a code", '"error":{"message":"no"}', { error: { code: -32_600 } }],
    ["deep data", `"result":{"a":${deep(5_000)}}`, { error: { code: -32_600 } }],
  ])("with %s ends its request", async (_, more, outcome) => {
    const at = await openPipes();
    await at.fromHost(callWith("{}"));
    await at.fromServer(`{"jsonrpc":"2.0","id":1,${more}}`);
    expect(parsed(at.toHost)).toMatchObject([{ id: 1, ...outcome }]);
  });

  it.each(['"result":{"content":[],"_meta":null}', '"result":{"content":[]},"error":null'])(
    "is passed on without null for what may be absent: %s",
    async (more) => {
      const at = await openPipes();
      await at.fromHost(callWith("{}"));
      await at.fromServer(`{"jsonrpc":"2.0","id":1,${more}}`);
      expect(parsed(at.toHost)).toEqual([{ jsonrpc: "2.0", id: 1, result: { content: [] } }]);
    },
  );

  it("that is a question nested too deep is refused", async () => {
    const at = await openPipes(slowUser().asker);
    await at.fromServer(
      `{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"a":${deep(5_000)}}}`,
    );
    expect(parsed(at.toServer)).toMatchObject([{ id: "q", error: { code: -32_600 } }]);
    expect(at.toHost).toEqual([]);
  });
});
