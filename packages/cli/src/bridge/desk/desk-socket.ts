import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm, rmdir } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cannotAsk } from "midcall/client";
import type { Ending } from "../relay/asker.js";
import { readJsonLines, toLine } from "../wire/json-lines.js";
import { isMembers, type Members } from "../wire/messages.js";
import type { Place } from "./desk-page.js";
import { type DeskQuestion, readDeskQuestion } from "./question.js";

/** The longest question or answer, in bytes. */
const LONGEST = 16 * 1024 * 1024;
/** What is read of a side that has not proved itself, in bytes. It needs two short lines for that. */
const LONGEST_UNPROVED = 4 * 1024;
/** How long a bridge may take to prove itself. */
const PROVE_MS = 5_000;
/** Bridges that may be about to prove themselves at once. More are connections of others. */
const MOST_UNPROVED = 64;
/** The longest path of a socket that every system takes. */
const LONGEST_PATH = 100;
const CONNECT_MS = 2_000;
const MOST_OPEN = 1_000;

/** Where a desk is, in a file that only its user can read. */
export interface DeskAddress {
  readonly socket: string;
  /** Both sides prove that they have read the file. It is never sent: another user may be at the socket of a desk that has ended. */
  readonly token: string;
}

/** A place in another process. */
export interface RemotePlace extends Place {
  /** Resolves when the connection has ended. */
  readonly lost: Promise<void>;
}

/** Lets the bridges of other processes ask at a place. */
export async function serveDesk(
  folder: string,
  place: Place,
  token: string,
): Promise<DeskAddress & { close(): Promise<void> }> {
  const socket = socketPath(folder);
  const clients = new Set<Socket>();
  const unproved = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    unproved.add(client);
    const late = setTimeout(() => client.destroy(), PROVE_MS);
    late.unref();
    const proved = (): void => {
      clearTimeout(late);
      unproved.delete(client);
    };
    client.once("close", () => {
      proved();
      clients.delete(client);
    });
    serveClient(client, place, token, proved);
    // The newest stays: a bridge proves itself at once, and whoever holds connections does not.
    const [oldest] = unproved;
    if (unproved.size <= MOST_UNPROVED) return;
    unproved.delete(oldest!);
    oldest!.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket, resolve);
  });
  // It must not keep a bridge alive whose host has gone.
  server.unref();
  return {
    ...{ socket, token },
    async close() {
      for (const client of clients) client.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      if (process.platform === "win32") return;
      await rm(socket, { force: true });
      if (dirname(socket) !== folder) await rmdir(dirname(socket)).catch(() => {});
    },
  };
}

function socketPath(folder: string): string {
  const name = `desk-${randomBytes(12).toString("hex")}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\midcall-${name}`;
  const path = join(folder, `${name}.sock`);
  if (path.length <= LONGEST_PATH) return path;
  // Where all users may be, in a folder for this one alone: the system lists the names of sockets, and the umask may let others connect.
  return join(mkdtempSync(join(tmpdir(), "midcall-desk-")), "desk.sock");
}

/** One bridge at the desk. @param proved - called when it has proved itself */
function serveClient(client: Socket, place: Place, token: string, proved: () => void): void {
  const open = new Map<unknown, AbortController>();
  let known: "no" | "asked" | "yes" = "no";
  let challenges = "";
  const send = (message: Members): void => void client.write(toLine(message));
  const leave = (): void => {
    for (const over of open.values()) over.abort("closed" satisfies Ending);
    open.clear();
  };
  const ask = async (id: unknown, value: unknown): Promise<void> => {
    const over = new AbortController();
    if (open.size >= MOST_OPEN || open.has(id)) return void client.destroy();
    open.set(id, over);
    const result = await place.ask(readDeskQuestion(value), over.signal);
    if (open.delete(id)) send({ type: "answer", id, result });
  };
  const receive = (message: Members): void => {
    const { type, id } = message;
    if (known === "no") {
      const { challenge } = message;
      if (type !== "hello" || !isChallenge(challenge)) return void client.destroy();
      known = "asked";
      const own = createChallenge();
      challenges = `${challenge} ${own}`;
      return send({ type: "prove", challenge: own, proof: prove(token, "desk", challenges) });
    }
    if (known === "asked") {
      const isProved = isSame(message["proof"], prove(token, "bridge", challenges));
      if (type !== "proof" || !isProved) return void client.destroy();
      known = "yes";
      proved();
      return send({ type: "welcome" });
    }
    if (type === "ask") void ask(id, message["question"]).catch(() => client.destroy());
    if (type === "leave") {
      const why: Ending = message["why"] === "gave-up" ? "gave-up" : "closed";
      open.get(id)?.abort(why);
      open.delete(id);
    }
    const { server, elicitationId, linksOf } = message;
    if (type !== "complete" || typeof server !== "string") return;
    if (typeof elicitationId === "string" && typeof linksOf === "string")
      place.complete(server, elicitationId, linksOf);
  };
  listen(client, receive, () => known === "yes");
  client.once("close", leave);
}

/** Connects with a desk. @throws Error when there is none */
export async function connectToDesk({ socket, token }: DeskAddress): Promise<RemotePlace> {
  const client = connect(socket);
  const waiting = new Map<unknown, (result: Members) => void>();
  let count = 0;
  let lose = (): void => {};
  const lost = new Promise<void>((resolve) => (lose = resolve));
  const challenge = createChallenge();
  let isProved = false;
  const welcome = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("No welcome.")), CONNECT_MS);
    client.once("error", reject);
    client.once("close", () => reject(new Error("Closed.")));
    client.once("connect", () => client.write(toLine({ type: "hello", challenge })));
    const receive = (message: Members): void => {
      if (!isProved) {
        const challenges = `${challenge} ${String(message["challenge"])}`;
        isProved = isSame(message["proof"], prove(token, "desk", challenges));
        if (!isProved) return void client.destroy();
        client.write(toLine({ type: "proof", proof: prove(token, "bridge", challenges) }));
        return;
      }
      if (message["type"] === "welcome") {
        clearTimeout(timer);
        return resolve();
      }
      const { id, result } = message;
      if (message["type"] === "answer" && isMembers(result)) waiting.get(id)?.(result);
      waiting.delete(id);
    };
    listen(client, receive, () => isProved);
  });
  client.once("close", () => lose());
  try {
    await welcome;
  } catch (error) {
    client.destroy();
    throw error;
  }
  client.on("error", () => {});
  // Between two questions, it must not keep a bridge alive whose host has gone.
  client.unref();
  const send = (message: Members): void => void client.write(toLine(message));
  return {
    lost,
    ask(question: DeskQuestion, signal: AbortSignal): Promise<Members> {
      count += 1;
      const id = count;
      return new Promise((resolve) => {
        const leave = (): void => {
          waiting.delete(id);
          send({ type: "leave", id, why: signal.reason as Ending });
          resolve(cannotAsk("withdrawn") as unknown as Members);
        };
        waiting.set(id, (result) => {
          signal.removeEventListener("abort", leave);
          resolve(result);
        });
        signal.addEventListener("abort", leave, { once: true });
        send({ type: "ask", id, question });
      });
    },
    complete: (server, elicitationId, linksOf) =>
      send({ type: "complete", server, elicitationId, linksOf }),
    async close() {
      client.destroy();
    },
  };
}

function listen(
  socket: Socket,
  receive: (message: Members) => void,
  isProved: () => boolean,
): void {
  const broken = (): void => void socket.destroy();
  const read = readJsonLines({ message: receive, broken }, LONGEST);
  let unproved = 0;
  socket.on("data", (chunk: Buffer) => {
    if (!isProved()) unproved += chunk.length;
    if (unproved > LONGEST_UNPROVED) broken();
    else read(chunk);
  });
  socket.on("error", broken);
}

const createChallenge = (): string => randomBytes(32).toString("base64url");
const isChallenge = (value: unknown): boolean =>
  typeof value === "string" && /^[\w-]{43}$/.test(value);

/** Proves that this side has the token, to the other one that has chosen a part of the challenges. */
const prove = (token: string, side: "desk" | "bridge", challenges: string): string =>
  createHmac("sha256", token).update(`${side} ${challenges}`).digest("base64url");

function isSame(given: unknown, token: string): boolean {
  if (typeof given !== "string") return false;
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
