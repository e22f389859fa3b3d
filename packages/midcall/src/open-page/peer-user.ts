import type { Server, Socket } from "node:net";
import { endianness, release } from "node:os";
import { ConnectionTables } from "./connection-tables.js";
import { isWsl } from "./own-address.js";

const SYSTEM = new ConnectionTables(["/proc/net/tcp", "/proc/net/tcp6"]);

/** A row can be missed while others come and go, so that the tables are looked at so often. */
const LOOKS = 3;

/** What programs of other users are told, with 403. */
export interface Refusal {
  /** The media type of the body. */
  readonly type: string;
  readonly body: string;
  /** Whether a server that root runs refuses them, too. A page may be for anybody there. */
  readonly alsoByRoot: boolean;
}

const OF_PAGE: Refusal = {
  type: "text/plain",
  alsoByRoot: false,
  body: `This page is for the user of this computer whose program serves it. The program that has asked for it runs as another one, or the system did not show as whom.
Open it in a browser of that user, or start the program as yourself. If it is your browser, load the page again.
`,
};

/**
 * Whose a connection on this computer is: the user's `own`, which includes root's, or an `other`: another user's, or one that
 * the system would show and does not show as the user's own. `unknown`: the system does not tell.
 */
export type PeerUser = "own" | "other" | "unknown";

/**
 * Whose program has opened a connection: every user can connect to a port of 127.0.0.1. Linux tells; root can do all anyway.
 *
 * @param socket - this program's end of the connection
 *
 * @see https://www.kernel.org/doc/html/latest/networking/proc_net_tcp.html
 */
export const peerUser = (socket: Socket): Promise<PeerUser> => peerUserIn(SYSTEM, socket);

/**
 * The same, as these tables say.
 *
 * A row says whose the connection with these two ends is, and after a reset another program can have one with the same ends, while
 * this socket does not know because nobody reads from it. So the system is asked after each look whether it is still connected.
 * If it is, it was all the time, because what has ended never is again; and as long as it exists, the system gives its ends to no
 * other connection, however this one goes on: who would open one is not answered, and so is not listed as connected. Then a
 * row that was read between the two, an open one whose program has not closed it, is that of the other end of this very socket.
 * What comes later changes nothing: all that is read from the socket was sent by its other end.
 */
export async function peerUserIn(tables: ConnectionTables, socket: Socket): Promise<PeerUser> {
  const own = process.getuid?.();
  if (own === undefined || process.platform !== "linux") return "unknown";
  // The address of this socket, which Node keeps: it is that of now, or of before.
  const { remoteAddress, remotePort, localAddress, localPort } = socket;
  // It has ended.
  if (remoteAddress === undefined || localAddress === undefined) return "other";
  const from = ends(remoteAddress, remotePort!);
  const to = ends(localAddress, localPort!);
  for (let looks = 1; ; looks += 1) {
    const users = await tables.look(to);
    if (users === undefined) return "unknown";
    if (!isStillConnected(socket)) return "other";
    for (const [index, end] of from.entries()) {
      const uid = users.get(`${end} ${to[index]!}`);
      if (uid !== undefined) return uid === own || uid === 0 ? "own" : "other";
    }
    if (looks === LOOKS) return isWsl(process.env, release()) ? "unknown" : "other";
  }
}

/** What Node has of the system for a socket. */
interface Handle {
  /** Asks the system for the other end. @returns 0, or the number of an error: it is not connected */
  readonly getpeername?: (into: object) => number;
}

/** As the system says now: Node itself says what it has last heard of, and keeps the address. */
function isStillConnected(socket: Socket): boolean {
  const { _handle: handle } = socket as { readonly _handle?: Handle | null };
  return handle?.getpeername?.({}) === 0;
}

/**
 * Refuses the connections to a server for this user that are not of the user's own programs, where the system tells (Linux):
 * nothing of them is read, and none stays open. A server of pages that root runs may be for anybody, and refuses nobody.
 *
 * @param server - one of `node:http`, before it listens
 * @param refusal - what they are told; by default that the page is not for them
 *
 * @example
 * ```ts
 * const server = createServer(answer);
 * refuseOtherUsers(server);
 * server.listen(0, "127.0.0.1");
 * ```
 */
export function refuseOtherUsers(server: Server, refusal: Refusal = OF_PAGE): void {
  if (process.platform !== "linux") return;
  if (process.getuid?.() === 0 && !refusal.alsoByRoot) return;
  // They begin to read. Until then, a connection has no more than a buffer.
  const accept = server.listeners("connection");
  server.removeAllListeners("connection");
  const ignore = (): void => {};
  server.on("connection", (socket: Socket) => {
    socket.on("error", ignore);
    void peerUser(socket).then((user) => {
      if (user === "other") return refuse(socket, refusal);
      // It has stopped meanwhile, and would not end this one.
      if (!server.listening) return socket.destroy();
      socket.off("error", ignore);
      for (const listener of accept) listener.call(server, socket);
    });
  });
}

function refuse(socket: Socket, { type, body }: Refusal): void {
  const head = `HTTP/1.1 403 Forbidden\r\nContent-Type: ${type}\r\nConnection: close\r\n\r\n`;
  socket.resume().end(head + body, () => socket.destroy());
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(4, "0");

/** An end of a connection as the tables write it, for IPv4 and for IPv4 in IPv6: words in the byte order of the machine. */
function ends(address: string, port: number): readonly string[] {
  const bytes = address.replace("::ffff:", "").split(".").map(Number);
  const word = (four: readonly number[]): string =>
    Buffer.from(endianness() === "LE" ? four.toReversed() : four)
      .toString("hex")
      .toUpperCase();
  const plain = `${word(bytes)}:${hex(port)}`;
  return [plain, `${"0".repeat(16)}${word([0, 0, 255, 255])}${plain}`];
}
