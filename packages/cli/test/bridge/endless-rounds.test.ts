import { cannotAsk } from "midcall/client";
import { expect, it } from "vitest";
import type { Asker } from "../../src/bridge/relay/asker.js";
import type { Id, Members } from "../../src/bridge/wire/messages.js";
import { call, modern, openRelay, required, settle } from "./relay-lab.js";

/*
 * A server that asks what is refused at once, because it cannot be shown, was asked again for ever: some thousand rounds a
 * second, and the call never ended.
 */

/** A server that requires input in every response. @param most - rounds until the test gives up */
async function endless(answer: Members, most: number) {
  let asked = 0;
  const asker: Asker = {
    ask: async () => ((asked += 1), answer),
    complete() {},
  };
  const at = await openRelay(asker);
  at.fromHost(call(1, modern({})));
  for (let round = 0; round < most && at.toHost.length === 0; round += 1) {
    at.fromServer(required(at.toServer.at(-1)!["id"] as Id));
    await settle();
  }
  return { ...at, asked: () => asked };
}

it.each<[string, Members]>([
  ["is refused at once", cannotAsk("field") as unknown as Members],
  ["is answered", { action: "accept", content: {} }],
])("ends a call whose server requires without end what %s", async (_, answer) => {
  const { toHost, toServer, asked } = await endless(answer, 100);
  expect(toHost).toMatchObject([
    {
      id: 1,
      error: { code: -32_602, message: expect.stringContaining("required input 25 times") },
    },
  ]);
  expect([asked(), toServer.length]).toEqual([25, 26]);
});

it("counts the rounds of each call by itself", async () => {
  const { fromHost, fromServer, toHost, toServer } = await endless({ action: "decline" }, 25);
  expect(toHost).toEqual([]);
  fromServer({ id: toServer.at(-1)!["id"], result: { resultType: "complete", content: [] } });
  expect(toHost).toMatchObject([{ id: 1, result: { content: [] } }]);
  fromHost(call(1, modern({})));
  fromServer(required(toServer.at(-1)!["id"] as Id));
  await settle();
  expect(toServer).toHaveLength(28);
});
