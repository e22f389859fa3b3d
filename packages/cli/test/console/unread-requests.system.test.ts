import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLab, type Lab } from "./lab.js";

/*
 * Every user of this computer can send requests to the console. What they send is read before anything is known of it.
 */

const MIB = 1024 * 1024;
const logged: unknown[] = [];
const sockets: Socket[] = [];
let lab: Lab;
beforeEach(async () => {
  lab = await createLab({ onError: (error) => logged.push(error) });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await lab.close();
});

interface Unfinished {
  /** What has come back. Whoever still sends may see no more of a refusal than the end of the connection. */
  answer(): string;
  isRefused(): boolean;
}

/** Sends some of a request of 2 MiB, and never the end. */
function sendUnfinished(path: string, bytes = 2 * MIB - 1): Unfinished {
  const { hostname, port, host } = new URL(lab.console.address);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  let answer = "";
  socket.setEncoding("latin1").on("data", (text: string) => (answer += text));
  socket.on("error", () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${2 * MIB}\r\n\r\n`);
  socket.write(Buffer.alloc(bytes, 65));
  return {
    answer: () => answer,
    isRefused: () => answer.startsWith("HTTP/1.1 503 ") || socket.closed,
  };
}

it("has no more than 32 MiB of requests in memory that it cannot open yet, and says nothing when their senders go", async () => {
  const { pathname } = new URL(lab.console.address);
  const sent = Array.from({ length: 40 }, () => sendUnfinished(`${pathname}api/sealed`));
  // 16 of them are waited for.
  await vi.waitFor(() => expect(sent.filter((one) => one.isRefused())).toHaveLength(24));
  const ends = sockets.map((socket) => socket.closed || once(socket, "close"));
  for (const socket of sockets) socket.destroy();
  await Promise.all(ends);
  const page = await lab.page();
  expect((await page.api<{ entries: [] }>("/audit")).entries).toEqual([]);
  expect(logged).toEqual([]);
});

it("refuses requests outside of the path of its page before they have come", async () => {
  for (const path of ["/api/sealed", "/api/ticket", "/"]) {
    const { answer } = sendUnfinished(path, 1);
    await vi.waitFor(() => expect(answer()).toMatch(/^HTTP\/1\.1 403 /));
  }
});
