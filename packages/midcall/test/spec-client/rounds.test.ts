import { inputRequired, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { accept, createInbox, decline, type Inbox } from "midcall/client";
import { describe, expect, it } from "vitest";
import type { TranscriptEntry } from "../../src/testing/transcript.js";
import { color, connect, nextShown, said, text, until, type Connected } from "../client/lab.js";
import { modern, nothingMore, requestsIn, tap } from "./wire.js";

const question = (message = "Which?") =>
  inputRequired.elicit({ message, requestedSchema: color as never });
const red = { action: "accept", content: { color: "red" } };

type Reply = Parameters<typeof inputRequired>[0] | "done";

/** A server that answers each request of `run` and `other` with what the function says. */
async function lab(inbox: Inbox, reply: (tool: string, nr: number) => Reply) {
  let transcript!: TranscriptEntry[];
  const counts = new Map<string, number>();
  const host: Connected = await connect(
    inbox,
    modern,
    () => {
      const server = new McpServer({ name: "lab", version: "1.0.0" });
      for (const name of ["run", "other"]) {
        server.registerTool(name, {}, () => {
          const nr = counts.get(name) ?? 0;
          counts.set(name, nr + 1);
          const next = reply(name, nr);
          return (next === "done" ? text("done") : inputRequired(next)) as never;
        });
      }
      return server;
    },
    { prepare: (client) => (transcript = tap(client)) },
  );
  return { host, calls: () => requestsIn(transcript, "tools/call") };
}

describe("a retry on 2026-07-28", () => {
  it.each([
    '  {"step": 1.0, "b": "\\u0061"}  ',
    "eyJhbGciOiJub25lIn0.e30.",
    "\u0000é\u2028👩‍💻".normalize("NFD"),
    "%7B+%2F==",
    "",
  ])(
    "returns the state as it came: %j [MRTR-26-03, MRTR-26-19, MRTR-26-20]",
    async (requestState) => {
      const inbox = createInbox({ onElicitation: () => accept({ color: "red" }) });
      const { host, calls } = await lab(inbox, (_, nr) =>
        nr === 0 ? { inputRequests: { a: question() }, requestState } : "done",
      );
      await using _ = host;
      expect(said(await host.client.callTool({ name: "run" }))).toBe("done");
      const [first, second] = calls();
      expect(first?.params).not.toHaveProperty("requestState");
      expect(second?.params["requestState"]).toBe(requestState);
    },
  );

  it("has no state where none was given, also after one that had [MRTR-26-21]", async () => {
    const inbox = createInbox({ onElicitation: () => accept({ color: "red" }) });
    const rounds: Reply[] = [
      { inputRequests: { a: question() } },
      { inputRequests: { b: question() }, requestState: "s" },
      { inputRequests: { c: question() } },
      "done",
    ];
    const { host, calls } = await lab(inbox, (_, nr) => rounds[nr]!);
    await using _ = host;
    await host.client.callTool({ name: "run" });
    expect(calls().map(({ params }) => "requestState" in params)).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  it("has an id of its own [MRTR-26-22]", async () => {
    const inbox = createInbox({ onElicitation: () => accept({ color: "red" }) });
    const { host, calls } = await lab(inbox, (_, nr) =>
      nr < 3 ? { inputRequests: { a: question() } } : "done",
    );
    await using _ = host;
    await host.client.callTool({ name: "run" });
    expect(calls()).toHaveLength(4);
    expect(new Set(calls().map(({ id }) => id)).size).toBe(4);
  });

  it("waits until every question of the round is answered [MRTR-26-18]", async () => {
    const inbox = createInbox();
    inbox.mount();
    const { host, calls } = await lab(inbox, (_, nr) =>
      nr === 0 ? { inputRequests: { a: question(), b: question("And?") } } : "done",
    );
    await using _ = host;
    const result = host.client.callTool({ name: "run" });
    const { id } = await nextShown(inbox);
    inbox.respond(id, accept({ color: "red" }));
    const second = await nextShown(inbox, id);
    await nothingMore();
    expect(calls()).toHaveLength(1);
    inbox.respond(second.id, decline());
    expect(said(await result)).toBe("done");
    expect(calls()[1]?.params["inputResponses"]).toEqual({ a: red, b: { action: "decline" } });
  });

  it("belongs to its own call, whatever else runs meanwhile or afterwards [MRTR-26-23]", async () => {
    const inbox = createInbox({ policy: { concurrent: 2 } });
    inbox.mount();
    const { host, calls } = await lab(inbox, (tool, nr) =>
      nr === 0
        ? { inputRequests: { [tool]: question(tool) }, requestState: `state of ${tool}` }
        : "done",
    );
    await using _ = host;
    const both = ["run", "other"].map((name) => host.client.callTool({ name }));
    const shown = await until(() => {
      const { showing } = inbox.getSnapshot();
      return showing.length === 2 && showing;
    });
    for (const { id, message } of [...shown].reverse()) {
      inbox.respond(id, message === "run" ? accept({ color: "red" }) : decline());
    }
    await Promise.all(both);
    await host.client.callTool({ name: "run" });
    const sent = (tool: string): unknown[] =>
      calls()
        .filter(({ params }) => params["name"] === tool)
        .map(({ params: { inputResponses, requestState } }) => [inputResponses, requestState]);
    expect(sent("run")).toEqual([
      [undefined, undefined],
      [{ run: red }, "state of run"],
      [undefined, undefined],
    ]);
    expect(sent("other")).toEqual([
      [undefined, undefined],
      [{ other: { action: "decline" } }, "state of other"],
    ]);
  });

  it("gives a resource that is not kept for the next one who reads it [CACHE-26-01]", async () => {
    const asked = { plain: 0, mine: 0, stateful: 0 };
    const inbox = createInbox({ onElicitation: () => accept({ color: "red" }) });
    await using host = await connect(inbox, modern, () => {
      const server = new McpServer({ name: "lab", version: "1.0.0" });
      for (const name of ["plain", "mine", "stateful"] as const) {
        const uri = `card://${name}`;
        server.registerResource(name, uri, {}, (_uri: URL, ctx: ServerContext) => {
          asked[name]++;
          const first = ctx.mcpReq.inputResponses === undefined && asked[name] % 2 === 1;
          if (name === "mine" && first) return inputRequired({ inputRequests: { a: question() } });
          if (name === "stateful" && first) return inputRequired({ requestState: "s" });
          return { contents: [{ uri, text: name }], ttlMs: 60_000, cacheScope: "public" };
        });
      }
      return server;
    });
    const readTwice = async (uri: string): Promise<void> => {
      for (const _ of [1, 2]) await host.client.readResource({ uri });
    };
    await readTwice("card://plain");
    await readTwice("card://mine");
    await readTwice("card://stateful");
    // What took no answers is kept for its time.
    expect(asked).toEqual({ plain: 1, mine: 4, stateful: 4 });
  });
});
