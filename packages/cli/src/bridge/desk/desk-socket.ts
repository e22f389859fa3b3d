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

/** The longest message of either side, in bytes. */
const LONGEST = 16 * 1024 * 1024;
/** What is read of a side that has not proved itself, in bytes. It needs two short lines for that. */
const LONGEST_UNPROVED = 4 * 1024;
/** How long a bridge may take to prove itself. */
const PROVE_MS = 5_000;
/** Bridges that may be about to prove themselves at once. More are connections of others. */
const MOST_UNPROVED = 64;
/** What is around the question in its message, at the most. */
const AROUND = 1_000;
/** The longest path of a socket that every system takes. */
const LONGEST_PATH = 100;
const CONNECT_MS = 2_000;
const MOST_OPEN = 1_000;
/** Of the text of an error, in characters. */
const MOST_TOLD = 500;

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

/**
 * Refuses a question that is too long for the socket, also where none is in between: another process may have to ask it.
 *
 * @throws Error
 */
export function assertLength(question: DeskQuestion): void {
  const bytes = Buffer.byteLength(JSON.stringify(question));
  if (bytes > LONGEST - AROUND)
    throw new Error(
      `The question and its call are too long to be shown: ${bytes} bytes, and midcall shows at most ${LONGEST - AROUND}.`,
    );
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
  const answer = async (value: unknown, over: AbortSignal): Promise<Members> => {
    try {
      const result = await place.ask(readDeskQuestion(value), over);
      const isTooLong = Buffer.byteLength(JSON.stringify(result)) > LONGEST - AROUND;
      return isTooLong ? { error: "The answer is too long to be sent." } : { result };
    } catch (error) {
      return { error: (error as Error).message.slice(0, MOST_TOLD) };
    }
  };
  // What is wrong with one question ends that one, and not the connection with all others: they would be asked again.
  const ask = async (id: unknown, value: unknown): Promise<void> => {
    const over = new AbortController();
    if (open.has(id)) return void client.destroy();
    if (open.size >= MOST_OPEN)
      return send({ type: "answer", id, result: cannotAsk("queue-full") });
    open.set(id, over);
    const given = await answer(value, over.signal);
    if (open.delete(id)) send({ type: "answer", id, ...given });
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
    if (type === "ask") void ask(id, message["question"]);
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

/** A question whose answer is awaited. */
interface Waiting {
  resolve(result: Members): void;
  reject(error: Error): void;
  /** Nothing is awaited any more. */
  leave(): void;
}

/** Connects with a desk. @throws Error when there is none */
export async function connectToDesk({ socket, token }: DeskAddress): Promise<RemotePlace> {
  const client = connect(socket);
  const waiting = new Map<unknown, Waiting>();
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
      const { id, result, error } = message;
      const one = waiting.get(id);
      one?.leave();
      if (isMembers(result)) one?.resolve(result);
      else one?.reject(new Error(String(error)));
    };
    listen(client, receive, () => isProved);
  });
  client.once("close", () => {
    for (const { leave } of [...waiting.values()]) leave();
    lose();
  });
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
      return new Promise((resolve, reject) => {
        const withdraw = (): void => {
          waiting.delete(id);
          send({ type: "leave", id, why: signal.reason as Ending });
          resolve(cannotAsk("withdrawn") as unknown as Members);
        };
        const leave = (): void => {
          waiting.delete(id);
          signal.removeEventListener("abort", withdraw);
        };
        waiting.set(id, { resolve, reject, leave });
        signal.addEventListener("abort", withdraw, { once: true });
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
