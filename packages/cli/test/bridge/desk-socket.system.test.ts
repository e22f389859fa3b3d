import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Place } from "../../src/bridge/desk/desk-page.js";
import { connectToDesk, type DeskAddress, serveDesk } from "../../src/bridge/desk/desk-socket.js";

/*
 * The socket of a desk that has ended may be taken by another user, where it is in a folder for all users, or a pipe on
 * Windows. Whoever is there must not learn what opens a desk, nor be taken for one.
 */

const TOKEN = "the-token-of-these-tests-long-enough";
const from = { server: "s", serverId: "s", linksOf: "s" };
const question = { params: {}, ...from, isFirst: true, untilDone: false };
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

/*
 * Whoever can connect with a socket can have its desk keep what they send, and hold connections: those who have proved nothing get
 * little room and time, and take none from bridges.
 */
describe("of those who have not proved that they have read the file, a desk", () => {
  const HELLO = `${JSON.stringify({ type: "hello", challenge: "A".repeat(43) })}\n`;
  /** An error comes before it where something was still on its way. */
  const closed = (client: Socket): Promise<unknown> =>
    new Promise((resolve) => client.once("close", resolve));
  const connected = async (path: string): Promise<Socket> => {
    const client = connect(path);
    client.on("error", () => {});
    await once(client, "connect");
    return client;
  };
  const asks = async (desk: DeskAddress): Promise<unknown> => {
    const there = await connectToDesk(desk);
    onTestFinished(() => there.close());
    return there.ask(question, new AbortController().signal);
  };

  it.each([
    ["a line", "a".repeat(200_000)],
    ["many lines", "\n".repeat(200_000)],
    ["more after a challenge", HELLO + " ".repeat(200_000)],
  ])("reads no more than a proof needs: %s", async (_, text) => {
    const desk = await serveDesk(folder, place, TOKEN);
    onTestFinished(() => desk.close());
    const client = await connected(desk.socket);
    onTestFinished(() => void client.destroy());
    const over = closed(client);
    client.resume().write(text);
    await over;
  });

  it("waits a few seconds for the proof, and not for ever", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const desk = await serveDesk(folder, place, TOKEN);
    onTestFinished(() => desk.close());
    const bridge = await connectToDesk(desk);
    onTestFinished(() => bridge.close());
    const [silent, begun] = [await connected(desk.socket), await connected(desk.socket)];
    begun.write(HELLO);
    await once(begun, "data");
    vi.advanceTimersByTime(5_000);
    silent.resume();
    await Promise.all([closed(silent), closed(begun)]);
    // A bridge stays as long as it likes.
    const answer = await bridge.ask(question, new AbortController().signal);
    expect(answer).toEqual({ action: "decline" });
  });

  it("keeps a few connections, and those of bridges", async () => {
    const desk = await serveDesk(folder, place, TOKEN);
    onTestFinished(() => desk.close());
    const bridge = await connectToDesk(desk);
    onTestFinished(() => bridge.close());
    const others: Socket[] = [];
    const ended: Promise<unknown>[] = [];
    for (let nr = 0; nr < 300; nr++) {
      const other = await connected(desk.socket);
      others.push(other.resume());
      ended.push(closed(other));
    }
    onTestFinished(() => others.forEach((other) => other.destroy()));
    // While they are there, bridges ask: one that was there before, and one that comes.
    expect(await bridge.ask(question, new AbortController().signal)).toEqual({ action: "decline" });
    expect(await asks(desk)).toEqual({ action: "decline" });
    await Promise.all(ended.slice(0, 300 - 64));
  });

  it("has its socket where they cannot reach it, also where the path of the state is long", async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const long = join(folder, "x".repeat(120));
    mkdirSync(long, { mode: 0o700 });
    const desk = await serveDesk(long, place, TOKEN);
    expect(await asks(desk)).toEqual({ action: "decline" });
    if (process.platform !== "win32") expect(statSync(dirname(desk.socket)).mode & 0o077).toBe(0);
    await desk.close();
    expect(existsSync(dirname(desk.socket))).toBe(false);
  });
});

it("a bridge reads no more than a proof needs of what has not proved to be a desk", async () => {
  const path = join(folder, "taken.sock");
  const other = createServer(
    (socket) => void socket.on("error", () => {}).write("a".repeat(9_000)),
  );
  onTestFinished(() => void other.close());
  await once(other.listen(path), "listening");
  await expect(connectToDesk({ socket: path, token: TOKEN })).rejects.toThrow("Closed.");
});
