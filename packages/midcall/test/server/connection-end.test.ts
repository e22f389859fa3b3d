import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type McpServer, UrlElicitationRequiredError } from "@modelcontextprotocol/server";
import type { ElicitationContext } from "midcall/server";
import { accept, createTestHost } from "midcall/testing";
import { describe, expect, it, vi } from "vitest";
import { createFakePages } from "./fake-pages.js";
import { createLab, wires } from "./lab.js";

/** When the host has gone, nothing of its calls goes on: no timer, no look, no memory of its server. */

const LINK = "https://pages.example/connect/7f3a";
const person = { token: "t", clientId: "app", scopes: [], extra: { sub: "local" } };

describe.each(wires.filter(({ protocolVersion }) => protocolVersion === "2025-11-25"))(
  "after -32042 on 2025-11-25 over $transport",
  (wire) => {
    it("the end of the page is followed until the host goes", async () => {
      const fake = createFakePages();
      const signals: (AbortSignal | undefined)[] = [];
      const follow: typeof fake.pages.follow = (id, options) => {
        const visit = fake.pages.follow(id, options);
        return { ...visit, wait: (signal) => (signals.push(signal), visit.wait(signal)) };
      };
      const lab = createLab((ctx) => ctx.secret("stripe", { prefer: "error" }), {
        pages: { ...fake.pages, follow },
      });
      const http = wire.transport === "http" && { authInfo: person };
      const host = await lab.host({ ...wire, ...http, answers: () => accept(), maxRounds: 1 });
      await host.callTool("run").catch(() => {});
      expect(signals.map((signal) => signal?.aborted)).toEqual(signals.map(() => false));
      expect(signals.length).toBeGreaterThan(0);
      await host.close();
      await vi.waitFor(() => expect(signals.every((signal) => signal?.aborted)).toBe(true));
    });
  },
);

describe.each(wires.filter(({ protocolVersion }) => protocolVersion !== "2025-06-18"))(
  "a wait for the end of a link on $protocolVersion over $transport",
  (wire) => {
    it("stops when the host goes", async () => {
      const seen: string[] = [];
      const fake = createFakePages();
      const follow: typeof fake.pages.follow = (id, options) => ({
        ...fake.pages.follow(id, options),
        wait: (signal) =>
          new Promise((resolve) => {
            seen.push("waiting");
            signal?.addEventListener("abort", () => (seen.push("stopped"), resolve(undefined)));
          }),
      });
      const pages = { ...fake.pages, follow };
      const lab = createLab((ctx) => ctx.secret("stripe"), { pages, holdMs: 600_000 });
      const http = wire.transport === "http" && { authInfo: person };
      const host = await lab.host({ ...wire, ...http, answers: () => accept() });
      const call = host.callTool("run").catch((error: Error) => error);
      await vi.waitFor(() => expect(seen).toEqual(["waiting"]));
      await host.close();
      expect(await call).toBeInstanceOf(Error);
      await vi.waitFor(() => expect(seen).toEqual(["waiting", "stopped"]));
    });
  },
);

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

describe("a 2025-11-25 session that has been closed", () => {
  it.each([
    [
      "a thrown link",
      (_: ElicitationContext, n: number): never => {
        throw new UrlElicitationRequiredError([
          { mode: "url", message: "Connect?", url: LINK, elicitationId: `thrown-${n}` },
        ]);
      },
    ],
    [
      "a link in a question",
      async (ctx: ElicitationContext, n: number): Promise<string> =>
        (await ctx.elicit("Connect?", LINK, { elicitationId: `asked-${n}`, timeoutMs: 50 })).action,
    ],
  ])("leaves nothing behind after %s, though nobody says that it has ended", async (_, run) => {
    let calls = 0;
    const lab = createLab((ctx) => run(ctx, ++calls));
    const servers: WeakRef<McpServer>[] = [];
    const handler = lab.elicitation.createHandler(() => {
      const server = lab.build();
      servers.push(new WeakRef(server));
      return server;
    });
    for (let n = 0; n < 12; n++) {
      const host = await createTestHost({
        timeoutMs: 3_600_000,
        protocolVersion: "2025-11-25",
        handler,
        answers: () => accept(),
        maxRounds: 1,
      });
      await host.callTool("run").catch(() => {});
      await host.close();
    }
    expect(calls).toBeGreaterThanOrEqual(12);
    expect(servers.length).toBeGreaterThanOrEqual(12);
    const alive = (): number => {
      collect();
      return servers.filter((server) => server.deref() !== undefined).length;
    };
    await expect.poll(alive).toBeLessThanOrEqual(2);
    await handler.close();
  });
});
