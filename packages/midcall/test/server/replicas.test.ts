import { createTestHost, accept } from "midcall/testing";
import { expect, it } from "vitest";
import { createLab, said } from "./lab.js";

/** Two replicas with one secret, behind a balancer that sends each request to the next of them. */
function behindBalancer(): { fetch: (request: Request) => Promise<Response> } {
  const replicas = [1, 2].map(() => {
    const lab = createLab(async (ctx) => (await ctx.elicit("Go?", ["yes"])).action);
    return lab.elicitation.createHandler(lab.build);
  });
  let turn = 0;
  return { fetch: (request) => replicas[turn++ % replicas.length]!.fetch(request) };
}

it("any replica serves any request of 2026-07-28", async () => {
  await using host = await createTestHost({
    timeoutMs: 3_600_000,
    protocolVersion: "2026-07-28",
    handler: behindBalancer(),
    answers: () => accept({ value: "yes" }),
  });
  for (let call = 0; call < 3; call++) expect(said(await host.callTool("run"))).toBe("accept");
});

it.each(["2025-06-18", "2025-11-25"] as const)(
  "a session of %s is known to the replica that began it alone",
  async (protocolVersion) => {
    await expect(
      createTestHost({
        timeoutMs: 3_600_000,
        protocolVersion,
        handler: behindBalancer(),
        answers: [],
      }).then((host) => host.callTool("run")),
    ).rejects.toThrow(/Session not found/);
  },
);
