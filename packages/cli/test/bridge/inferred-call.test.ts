import { describe, expect, it } from "vitest";
import { As2025 } from "../../src/bridge/translate/as-2025.js";
import { As2026 } from "../../src/bridge/translate/as-2026.js";
import type { Id, Members } from "../../src/bridge/wire/messages.js";
import {
  call,
  elicit,
  initialize,
  modern,
  openRelay,
  required,
  settle,
  slowUser,
} from "./relay-lab.js";

const selfAnswering = { name: "claude-code", version: "2.2.0" };

/** The result with which a bridge asks for the only call of a server of 2025. @param onStream - whether the server says the call */
async function asked(onStream: boolean): Promise<Members> {
  const initialized = { capabilities: {}, serverInfo: {} };
  const at = await openRelay(slowUser().asker, (server) => new As2026(server, initialized));
  at.fromHost(call(1, modern({ elicitation: {} })));
  const stream = onStream ? (at.toServer[0]!["id"] as Id) : undefined;
  at.fromServer(elicit("q"), stream);
  await expect.poll(() => at.toHost).toHaveLength(1);
  return at.toHost[0]!["result"] as Members;
}

describe("behind another bridge, a question names", () => {
  it.each([
    ["no call where that bridge has inferred it", false, undefined],
    ["its call where the server has said it", true, expect.objectContaining({ name: "pick" })],
  ])("%s", async (_, onStream, expected) => {
    const result = await asked(onStream);
    const user = slowUser();
    const at = await openRelay(user.asker);
    at.fromHost(call(1, modern({})));
    at.fromServer({ id: 1, result });
    expect(user.questions.map(({ about }) => about.call)).toEqual([expected]);
  });

  it("no inferred call for a host that answers in place of its user", async () => {
    const result = await asked(false);
    const user = slowUser();
    const at = await openRelay(user.asker);
    const meta = modern({ elicitation: {} }, selfAnswering);
    at.fromHost(call(1, meta));
    at.fromServer({ id: 1, result });
    await expect.poll(() => at.toHost).toHaveLength(1);
    const { requestState, inputRequests } = at.toHost[0]!["result"] as Members;
    const [key] = Object.keys(inputRequests as Members);
    const inputResponses = { [key!]: { action: "decline" } };
    at.fromHost(call(2, { ...meta, requestState, inputResponses }));
    expect(user.questions.map(({ about }) => about.call)).toEqual([undefined]);
  });

  it("no inferred call for a host of 2025", async () => {
    const result = await asked(false);
    for (const [given, expected] of [
      [result, undefined],
      [required(1)["result"] as Members, expect.objectContaining({ name: "pick" })],
    ] as const) {
      const user = slowUser();
      const at = await openRelay(user.asker, (server) => new As2025(server, { capabilities: {} }));
      at.fromHost(initialize({}));
      at.fromHost(call(1));
      at.fromServer({ id: at.toServer.at(-1)!["id"], result: given });
      await settle();
      expect(user.questions.map(({ about }) => about.call)).toEqual([expected]);
    }
  });
});
