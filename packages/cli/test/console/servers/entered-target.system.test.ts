import { afterEach, expect, it } from "vitest";
import { createLab, type Lab } from "../lab.js";

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.close();
  lab = undefined;
});

it("takes what is neither a command nor an address for neither, and says what to enter", async () => {
  lab = await createLab();
  const page = await lab.page();
  const refused = async (text: string, why: string): Promise<void> =>
    await expect(page.api("/servers", { target: text })).rejects.toThrow(why);
  await refused("example.com/mcp", "start it with https://");
  await refused("localhost:3000/mcp", "start it with https://");
  await refused("https://", "a complete http or https URL");
  await refused("ftp://example.com", "a complete http or https URL");
  await refused("API_KEY=x node server.js", "env API_KEY=…");
  await refused("https://example.com/mcp more", "must come last");
  await refused("https://ann:word@example.com/mcp", "user name or password");
  expect(page.state.servers).toEqual([]);
  for (const fine of ["./example.com/mcp", "@scope/server", "C:\\servers\\mine.exe x=y"])
    await page.api("/servers", { target: fine });
});
