import type { Transport } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { tapTransport } from "../../src/connect/messages/tap-transport.js";

it("lets several see every message once, also when the receiver is lent and put back", async () => {
  const transport: Transport = {
    start: () => Promise.resolve(),
    send: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const seen: string[] = [];
  for (const name of ["a", "b"]) {
    tapTransport(transport, (direction, message) => {
      seen.push(`${name} ${direction} ${(message as { method: string }).method}`);
    });
  }
  const received: string[] = [];
  transport.onmessage = (message) => void received.push((message as { method: string }).method);
  const lent = transport.onmessage;
  transport.onmessage = () => {};
  transport.onmessage = lent;
  await transport.send({ jsonrpc: "2.0", method: "x" });
  transport.onmessage({ jsonrpc: "2.0", method: "y" });
  expect(seen).toEqual(["a sent x", "b sent x", "a received y", "b received y"]);
  expect(received).toEqual(["y"]);
});
