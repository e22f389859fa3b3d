import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ownFolder } from "../../../run-midcall.js";
import { createLab, fixture } from "../../lab.js";

const CANARY = "canary-7f3a91";

describe("the files of the console", () => {
  it("are for this user alone, and have no value of a header", async () => {
    using folder = ownFolder();
    const stateDir = join(folder.path, "state");
    const lab = await createLab({ stateDir });
    const page = await lab.page();
    const headers = { "X-Key": CANARY };
    await page.api("/servers", { target: "http://127.0.0.1:1/mcp", headers });
    const environment = { KEY: "of the program" };
    const target = `node ${fixture("settings.mjs")}`;
    await page.api("/servers", { target, environment });
    await page.until(({ servers }) => servers.some(({ state }) => state === "ready"));
    const call = await page.api<{ id: string }>(`/servers/${page.state.servers[1]!.id}/calls`, {
      kind: "tool",
      name: "where",
      arguments: {},
    });
    await page.until(({ calls }) => calls.some(({ state }) => state === "done"));
    await page.api("/scenarios", { call: call.id, name: "Where" });
    await lab.close();
    const names = (await readdir(stateDir)).filter((name) => name.endsWith(".json"));
    expect(names).toEqual(expect.arrayContaining(["environment.json", "scenarios.json"]));
    for (const name of names) {
      const path = join(stateDir, name);
      expect([name, (await stat(path)).mode & 0o777]).toEqual([name, 0o600]);
      expect(await readFile(path, "utf8")).not.toContain(CANARY);
    }
  });
});
