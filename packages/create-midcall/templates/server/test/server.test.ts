import assert from "node:assert/strict";
import { test } from "node:test";
import { accept, createTestHost, decline, protocolVersions } from "midcall/testing";
import { build } from "../src/server.ts";

for (const protocolVersion of protocolVersions) {
  test(`books for the people that the user names, on ${protocolVersion}`, async () => {
    const answers = [accept({ people: 3, terrace: true })];
    const host = await createTestHost({ protocolVersion, build, answers });
    const result = await host.callTool("book_table", { restaurant: "Chez Anne" });
    assert.deepEqual(result.content, [{ type: "text", text: "Booked for 3, on the terrace." }]);
    await host.close();
  });

  test(`books nothing where the user declines, on ${protocolVersion}`, async () => {
    const host = await createTestHost({ protocolVersion, build, answers: [decline()] });
    const result = await host.callTool("book_table", { restaurant: "Chez Anne" });
    assert.deepEqual(result.content, [{ type: "text", text: "Nothing was booked." }]);
    await host.close();
  });
}
