import { expect, it } from "vitest";
import { As2026 } from "../../src/bridge/translate/as-2026.js";
import type { Id, Members } from "../../src/bridge/wire/messages.js";
import { call, elicit, fakeServer, modern } from "./relay-lab.js";

/** A host of 2026-07-28 in front of a server of 2025 that goes on with a call as a task, and a second call. */
async function working() {
  const toHost: Members[] = [];
  const toServer: Members[] = [];
  const server = fakeServer((message) => void toServer.push(message));
  const translated = new As2026(server, { capabilities: {}, serverInfo: {} });
  translated.onmessage = (message) => void toHost.push(message);
  const host = modern({ elicitation: {} });
  await translated.send(call(1, { ...host, task: {} }));
  server.onmessage!({ id: toServer[0]!["id"], result: { task: { taskId: "t" } } });
  await translated.send({ ...call(2, host), params: { ...host, name: "remove", arguments: {} } });
  toHost.length = 0;
  const fromServer = (message: Members, about?: Id): void => server.onmessage!(message, about);
  return { toHost, toServer, translated, server, host, fromServer };
}

it("a call whose server begins anew ends, and no answer goes to what it asks under the same id", async () => {
  const { toHost, toServer, fromServer, server, translated, host } = await working();
  const asked = toServer.at(-1)!["id"] as string;
  fromServer({ id: asked, result: { content: [] } });
  await translated.send(call(3, host));
  fromServer(elicit(0), toServer.at(-1)!["id"] as string);
  await expect
    .poll(() => toHost.at(-1))
    .toMatchObject({ id: 3, result: { resultType: "input_required" } });
  const { requestState } = toHost.at(-1)!["result"] as Members;
  const before = toServer.length;
  server.onrestart!();
  await translated.send(call(4, { ...host, requestState, inputResponses: {} }));
  expect(toServer).toHaveLength(before);
  expect(toHost.at(-1)).toMatchObject({
    id: 4,
    error: { message: expect.stringContaining("begun anew") as string },
  });
});

it.each([
  ["that names its task", { _meta: { "io.modelcontextprotocol/related-task": { taskId: "t" } } }],
  ["that does not say its task", {}],
])("a question %s goes into the result of no other call", async (_, meta) => {
  const { toHost, fromServer } = await working();
  const question = elicit("q");
  fromServer({ ...question, params: { ...(question["params"] as Members), ...meta } });
  // As a request, which the bridge asks itself, without a call.
  expect(toHost).toMatchObject([{ id: "q", method: "elicitation/create" }]);
});
