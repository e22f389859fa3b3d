import { realpath } from "node:fs/promises";
import { expect, it } from "vitest";
import { ownFolder } from "../../run-midcall.js";
import { createLab, endOf, fixture, startCall } from "../lab.js";

it("starts the server of the command line with its settings, and keeps those of a known one", async () => {
  using folder = ownFolder();
  const stateDir = folder.path;
  const cwd = await realpath(folder.path);
  const target = { kind: "command", command: "node", args: [fixture("settings.mjs")] } as const;
  const environment = { CANARY: "12345678" };
  for (const settings of [{ environment, headers: {}, cwd }, undefined]) {
    const lab = await createLab({ stateDir, target, settings });
    const page = await lab.page();
    const { id } = await page.until(({ servers }) =>
      servers.find(({ state }) => state === "ready"),
    );
    expect(page.state.servers).toHaveLength(1);
    const { parts } = await endOf(page, await startCall(page, id, "where"));
    const told: unknown = JSON.parse((parts[0] as { readonly text: string }).text);
    expect(told).toMatchObject({ cwd, length: 8 });
    await lab.close();
  }
});
