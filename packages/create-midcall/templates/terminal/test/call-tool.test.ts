import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { accept, createInbox, decline, type ElicitResult } from "midcall/client";
import { callTool } from "../src/call-tool.ts";

/** Calls the tool with a user who answers every question at once. */
function callWith(answer: ElicitResult): Promise<string> {
  const inbox = createInbox({ onElicitation: () => answer });
  const server = fileURLToPath(new URL("../src/stdio.js", import.meta.url));
  return callTool(inbox, {
    command: process.execPath,
    args: [server],
    tool: "book_table",
    toolArguments: { restaurant: "Chez Anne" },
  });
}

test("passes the user's answer on", async () => {
  assert.equal(await callWith(accept({ people: 2, terrace: false })), "Booked for 2.");
});

test("passes a decline on", async () => {
  assert.equal(await callWith(decline()), "Nothing was booked.");
});
