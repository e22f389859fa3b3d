import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import { expect, it } from "vitest";
import { createLog, SECRET } from "../../packages/midcall/test/server/lab.js";
import {
  createStateLab,
  open,
  REFUSED,
  type StateLab,
  untouched,
} from "../../packages/midcall/test/server/state-lab.js";
import { tally } from "./tally.js";

/** Two services of one operator, with one secret and a tool of the same name: what one has found out is nothing to the other. */
function createService(balance: number, serverName?: string): StateLab {
  return createStateLab(
    async (ctx) => {
      const found = await ctx.step("balance", () => balance);
      await ctx.elicit("Go on?", ["yes", "no"]);
      return `paid out ${found}`;
    },
    { ...(serverName !== undefined && { serverName }) },
  );
}

it("accepts no state of a server with another name, under one secret", async () => {
  // The lab's servers are called "states" where nothing else is said.
  const names = [undefined, "sandbox", "states ", "STATES", "state", "staging"];
  let tried = 0;
  for (const theirs of names) {
    const sandbox = createService(1_000_000, theirs);
    for (const ours of names) {
      if (ours === theirs) continue;
      const production = createService(1, ours);
      const opened = await open(sandbox, { args: {} }, { value: "yes" });
      const runs = production.runs();
      const { call, state, responses } = opened;
      const { text, error } = await production.call({ ...call, state, responses });
      expect([ours, theirs, text, JSON.stringify(error)]).toEqual([
        ours,
        theirs,
        undefined,
        REFUSED,
      ]);
      expect(production.runs()).toBe(runs);
      tried += 1;
      await production.close();
    }
    await sandbox.close();
  }
  tally("states of a server with another name", tried);
});

it("accepts the states of its replicas, by whichever way they have their name", async () => {
  const [one, two, three] = [
    createService(1),
    createService(1, "states"),
    createService(1, "states"),
  ];
  for (const other of [two, three]) {
    const opened = await open(one, { args: {} }, { value: "yes" });
    expect(await untouched(other, opened)).toBe("paid out 1");
  }
  await Promise.all([one, two, three].map((lab) => lab.close()));
});

it("refuses to prepare a server whose name cannot be read", () => {
  const nameless = (): McpServer => {
    const server = new McpServer({ name: "lost", version: "1" });
    delete (server.server as unknown as { _serverInfo?: unknown })._serverInfo;
    return server;
  };
  const options = { secret: SECRET, logger: createLog() };
  expect(() => createElicitation(options).attach(nameless())).toThrow(/Pass `serverName`/);
  createElicitation({ ...options, serverName: "named" }).attach(nameless());
});
