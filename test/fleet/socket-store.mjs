/** A store in a process of its own, spoken to over a socket in lines of JSON. For tests: one fleet, one memory. */
import { createConnection, createServer } from "node:net";
import { createInterface } from "node:readline";
import { createMemoryStore } from "midcall/store";

/** Serves a memory store at a socket path. @param {string} path @returns {Promise<import("node:net").Server>} */
export function serveStore(path) {
  const store = createMemoryStore({ maxEntries: 1_000_000 });
  const server = createServer((socket) => {
    const leaving = new Map();
    const send = (message) => socket.writable && socket.write(`${JSON.stringify(message)}\n`);
    socket.on("error", () => {});
    socket.on("close", () => leaving.forEach((leave) => void leave()));
    const lines = createInterface({ input: socket });
    // A client that was killed leaves a reset connection, which the reader reports once more.
    lines.on("error", () => {});
    lines.on("line", async (line) => {
      const { id, op, args } = JSON.parse(line);
      if (op === "subscribe") {
        leaving.set(
          id,
          await store.subscribe(args[0], (message) => send({ listener: id, message })),
        );
        send({ id });
      } else if (op === "leave") {
        await leaving.get(args[0])?.();
        leaving.delete(args[0]);
        send({ id });
      } else send({ id, value: await store[op](...args) });
    });
  });
  return new Promise((resolve) => server.listen(path, () => resolve(server)));
}

/**
 * A store whose values are behind the socket.
 *
 * @param {string} path
 * @returns {Promise<import("midcall/store").Store & { close(): void }>}
 */
export async function connectStore(path) {
  const socket = createConnection(path);
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const waiting = new Map();
  const listeners = new Map();
  let last = 0;
  createInterface({ input: socket }).on("line", (line) => {
    const { id, value, listener, message } = JSON.parse(line);
    if (listener !== undefined) return listeners.get(listener)?.(message);
    waiting.get(id)?.(value);
    waiting.delete(id);
  });
  const request = (op, ...args) =>
    new Promise((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      socket.write(
        `${JSON.stringify({ id, op, args: args.filter((arg) => arg !== undefined) })}\n`,
      );
    });
  return {
    get: (key) => request("get", key),
    put: (key, value, options) => request("put", key, value, options),
    putIfAbsent: (key, value, options) => request("putIfAbsent", key, value, options),
    take: (key) => request("take", key),
    delete: (key) => request("delete", key),
    publish: (channel, message) => request("publish", channel, message),
    async subscribe(channel, listener) {
      const id = last + 1;
      listeners.set(id, listener);
      await request("subscribe", channel);
      return async () => {
        listeners.delete(id);
        await request("leave", id);
      };
    },
    close: () => socket.destroy(),
  };
}
