import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Place } from "../../src/bridge/desk/desk-page.js";
import { connectToDesk, serveDesk } from "../../src/bridge/desk/desk-socket.js";

/*
 * The socket of a desk that has ended may be taken by another user, where it is in a folder for all users, or a pipe on
 * Windows. Whoever is there must not learn what opens a desk, nor be taken for one.
 */

const TOKEN = "the-token-of-these-tests-long-enough";
const question = { params: {}, server: "s", serverId: "s", isFirst: true, untilDone: false };
const place: Place = {
  ask: async () => ({ action: "decline" }),
  complete() {},
  async close() {},
};
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "midcall-socket-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Somebody else at the socket, who answers each line with the function. */
async function impostor(
  answer: (line: Record<string, unknown>) => object | undefined,
): Promise<AsyncDisposable & { readonly path: string; readonly heard: () => string }> {
  const path = join(folder, "taken.sock");
  let heard = "";
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setEncoding("utf8").on("data", (text: string) => {
      heard += text;
      for (const line of text.split("\n").filter(Boolean)) {
        const said = answer(JSON.parse(line) as Record<string, unknown>);
        if (said) socket.write(`${JSON.stringify(said)}\n`);
      }
    });
    socket.on("error", () => {});
  }).listen(path);
  await once(server, "listening");
  return {
    path,
    heard: () => heard,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

it("asks at a desk that has the token", async () => {
  const desk = await serveDesk(folder, place, TOKEN);
  const there = await connectToDesk(desk);
  const answer = await there.ask(question, new AbortController().signal);
  expect(answer).toEqual({ action: "decline" });
  await there.close();
  await desk.close();
});

it.each<[string, (line: Record<string, unknown>) => object | undefined]>([
  ["says welcome at once", () => ({ type: "welcome" })],
  ["sends back what it was sent", (line) => ({ ...line, type: "welcome" })],
  [
    "calls what it was sent a proof",
    ({ challenge }) => ({ type: "prove", proof: challenge, challenge }),
  ],
  ["proves nothing", () => ({ type: "prove", challenge: "A".repeat(43), proof: "A".repeat(43) })],
])("takes nobody for a desk who %s, and does not send the token", async (_, answer) => {
  await using other = await impostor(answer);
  await expect(connectToDesk({ socket: other.path, token: TOKEN })).rejects.toThrow();
  expect(other.heard()).not.toBe("");
  expect(other.heard()).not.toContain(TOKEN);
});

it("takes nobody for a bridge who passes on what a desk and a bridge with another token say", async () => {
  const desk = await serveDesk(folder, place, TOKEN);
  const relay = connect(desk.socket);
  await once(relay, "connect");
  await using other = await impostor(
    (line) => (relay.write(`${JSON.stringify(line)}\n`), undefined),
  );
  const lines = relay.setEncoding("utf8");
  const ended = once(lines, "close");
  const there = connectToDesk({ socket: other.path, token: "another-token" });
  lines.on("data", () =>
    relay.write(`${JSON.stringify({ type: "proof", proof: "A".repeat(43) })}\n`),
  );
  await ended;
  there.catch(() => {});
  await desk.close();
  await expect(there).rejects.toThrow();
});

it.each([
  ["a question without a proof", [{ type: "ask", id: 1, question }]],
  ["the token", [{ type: "hello", token: TOKEN }]],
  ["a short challenge", [{ type: "hello", challenge: "A" }]],
  [
    "a wrong proof",
    [
      { type: "hello", challenge: "A".repeat(43) },
      { type: "proof", proof: "A".repeat(43) },
    ],
  ],
])("ends the connection of a bridge that sends %s", async (_, lines) => {
  const desk = await serveDesk(folder, place, TOKEN);
  const client = connect(desk.socket);
  let heard = "";
  client.setEncoding("utf8").on("data", (text: string) => (heard += text));
  await once(client, "connect");
  for (const line of lines) client.write(`${JSON.stringify(line)}\n`);
  await once(client, "close");
  expect(heard).not.toContain("answer");
  expect(heard).not.toContain(TOKEN);
  await desk.close();
});
