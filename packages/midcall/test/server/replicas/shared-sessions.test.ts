import { afterEach, expect, it } from "vitest";
import { connect, createTestFleet, type TestFleet, until } from "./fleet-lab.js";

let fleet: TestFleet;
afterEach(() => fleet.close());

const yes = { action: "accept", content: { value: "yes" } };
const said = (result: { content?: unknown }): string =>
  (result.content as { text: string }[])[0]!.text;

it.each(["2025-06-18", "2025-11-25"])(
  "serves a session of %s on any replica, and takes the answer on any",
  async (protocolVersion) => {
    fleet = createTestFleet(3, {
      handler: async (ctx) => (await ctx.elicit("Go?", ["yes", "no"])).action,
    });
    const client = await connect(fleet, () => yes, { protocolVersion });
    for (let call = 0; call < 6; call++)
      expect(said(await client.callTool({ name: "run" }))).toBe("accept");
    const calls = fleet.served.filter(({ body }) => body.includes("tools/call"));
    const answers = fleet.served.filter(({ body }) => body.includes('"action"'));
    expect(new Set(calls.map(({ replica }) => replica)).size).toBe(3);
    expect(answers).toHaveLength(6);
    expect(answers.every(({ replica }, n) => replica !== calls[n]!.replica)).toBe(true);
    expect(client.asked).toHaveLength(6);
    await client.close();
  },
);

it("another replica continues a call whose owner dies while its question is open", async () => {
  const ran: string[] = [];
  fleet = createTestFleet(3, {
    handler: async (ctx) => {
      await ctx.step("before", () => ran.push("before"));
      const { action } = await ctx.elicit("Go?", ["yes", "no"]);
      await ctx.step("after", () => ran.push("after"));
      return action;
    },
  });
  let answer: (result: object) => void = () => {};
  const client = await connect(fleet, () => new Promise((resolve) => (answer = resolve)));
  const call = client.callTool({ name: "run" });
  await until(() => client.asked.length === 1, "the question");
  fleet.ownerOf("tools/call").kill();
  await until(() => fleet.served.some(({ method, body }) => method === "GET" && body === ""));
  answer(yes);
  expect(said(await call)).toBe("accept");
  expect(client.asked).toEqual(["Go?"]);
  expect(ran).toEqual(["before", "after"]);
  await client.close();
});
