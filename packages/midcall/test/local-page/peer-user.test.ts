import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { endianness, tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { ConnectionTables, type Users } from "../../src/open-page/connection-tables.js";
import { peerUserIn } from "../../src/open-page/peer-user.js";

const own = process.getuid!();
const other = own + 1;
const OURS = 8080;
const THEIRS = 50_001;
const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, "0");
const isLittle = endianness() === "LE";
const local = isLittle ? "0100007F" : "7F000001";
const second = isLittle ? "0200007F" : "7F000002";
const mapped = `0000000000000000${isLittle ? "FFFF0000" : "0000FFFF"}${local}`;
const row = (from: string, to: string, state: string, uid: number, inode = 1129): string =>
  `   1: ${from} ${to} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1`;
const listening = row(`${local}:${hex(OURS)}`, "00000000:0000", "0A", own);
/** The row of the connecting program. */
const peer = (uid: number, state = "01", from = local): string =>
  row(`${from}:${hex(THEIRS)}`, `${local}:${hex(OURS)}`, state, uid);
/** That of the bridge's end of the same connection. */
const ourEnd = row(`${local}:${hex(OURS)}`, `${local}:${hex(THEIRS)}`, "01", own);

const ENOTCONN = -107;
/** Our end, as the system says whether it is connected. */
const socketWith = (handle: unknown): Socket =>
  ({
    ...{ remoteAddress: "127.0.0.1", remotePort: THEIRS },
    ...{ localAddress: "127.0.0.1", localPort: OURS },
    _handle: handle,
  }) as unknown as Socket;
const connected = socketWith({ getpeername: () => 0 });

/** Whose the connection is, if these are the system's tables. */
function ask(
  rows: readonly string[],
  six: readonly string[] = [],
  socket = connected,
): Promise<string> {
  return peerUserIn(tablesOf(rows, six), socket);
}

function tablesOf(...tables: (readonly string[])[]): ConnectionTables {
  const folder = mkdtempSync(join(tmpdir(), "midcall-tcp-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = tables.map((lines, index) => {
    const file = join(folder, String(index));
    writeFileSync(file, ["  sl  local_address rem_address   st", ...lines, ""].join("\n"));
    return file;
  });
  return new ConnectionTables(files);
}

/** Tables that are read when `until` has come. */
class LateTables extends ConnectionTables {
  readonly #until: Promise<unknown>;

  constructor(until: Promise<unknown>) {
    super(["/proc/net/tcp", "/proc/net/tcp6"]);
    this.#until = until;
  }

  override async look(ends: readonly string[]): Promise<Users | undefined> {
    await this.#until;
    return super.look(ends);
  }
}

describe("the program at the other end of a connection", () => {
  // Elsewhere the system does not tell.
  beforeEach(({ skip }) => skip(process.platform !== "linux"));

  it("is the user's own, or root's", async () => {
    expect(await ask([listening, ourEnd, peer(own)])).toBe("own");
    expect(await ask([listening, ourEnd, peer(0)])).toBe("own");
  });

  it("is another user's", async () => {
    expect(await ask([listening, ourEnd, peer(other)])).toBe("other");
  });

  it("is not the user's own where this program's user namespace does not have its user", async () => {
    expect(await ask([listening, ourEnd, peer(65_534)])).toBe("other");
  });

  it("is not root's where its program has closed it, and older kernels name root", async () => {
    const closed = row(`${local}:${hex(THEIRS)}`, `${local}:${hex(OURS)}`, "01", 0, 0);
    expect(await ask([listening, ourEnd, closed])).toBe("other");
  });

  it("is not the user's own where the row may be of a later connection: this one has ended meanwhile", async () => {
    for (const handle of [{ getpeername: () => ENOTCONN }, {}, null, undefined]) {
      const socket = socketWith(handle);
      expect(await ask([listening, ourEnd, peer(own)], [], socket)).toBe("other");
    }
  });

  it("is asked for in the order that makes the row its own: connected still after the tables were read", async () => {
    const order: string[] = [];
    class NotedTables extends ConnectionTables {
      override async look(): Promise<Users | undefined> {
        order.push("look");
        return new Map();
      }
    }
    const getpeername = (): number => {
      order.push("connected?");
      return 0;
    };
    expect(await peerUserIn(new NotedTables([]), socketWith({ getpeername }))).toBe("other");
    expect(order).toEqual(["look", "connected?", "look", "connected?", "look", "connected?"]);
  });

  it("is not the user's own where another one has reset the connection unread, and the user's next one has its port", async () => {
    const server = createServer({ pauseOnConnect: true }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const open = async (localPort?: number): Promise<{ theirs: Socket; ours: Socket }> => {
      const accepted = once(server, "connection") as Promise<[Socket]>;
      const theirs = connect({ port, host: "127.0.0.1", ...(localPort && { localPort }) });
      const [ours] = await accepted;
      onTestFinished(() => [theirs, ours].forEach((each) => each.destroy()));
      return { theirs, ours };
    };
    const first = await open();
    const { remotePort } = first.ours;
    let read = (): void => {};
    const asked = peerUserIn(new LateTables(new Promise<void>((go) => (read = go))), first.ours);
    first.theirs.resetAndDestroy();
    await once(first.theirs, "close");
    const second = await open(remotePort);
    expect([second.ours.remotePort, first.ours.destroyed]).toEqual([remotePort, false]);
    read();
    expect(await asked).toBe("other");
    expect(await peerUserIn(new LateTables(Promise.resolve()), second.ours)).toBe("own");
  });

  it("is not the user's own where it has ended its half, and what it sent is still unread", async () => {
    const server = createServer({ pauseOnConnect: true }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const accepted = once(server, "connection") as Promise<[Socket]>;
    const theirs = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const [ours] = await accepted;
    onTestFinished(() => [theirs, ours].forEach((each) => each.destroy()));
    theirs.end("GET / HTTP/1.1\r\n");
    await once(theirs, "finish");
    expect(await peerUserIn(new LateTables(Promise.resolve()), ours)).toBe("other");
  });

  it("is found where it connects with IPv6", async () => {
    const six = row(`${mapped}:${hex(THEIRS)}`, `${mapped}:${hex(OURS)}`, "01", own);
    expect(await ask([listening, ourEnd], [six])).toBe("own");
  });

  it("is not root's where it is gone: what has ended is listed as root's", async () => {
    expect(await ask([listening, ourEnd, peer(0, "06")])).toBe("other");
    expect(await ask([listening, ourEnd])).toBe("other");
  });

  it("is not taken for one with the same port of another address", async () => {
    expect(await ask([listening, ourEnd, peer(own, "01", second)])).toBe("other");
  });

  it("is not the user's own where the tables cannot be read", async () => {
    // A folder in place of the file, as reading fails when the process has no file descriptor left.
    expect(await peerUserIn(new ConnectionTables([tmpdir()]), connected)).toBe("other");
  });

  it("is not the user's own where a part of the table is missing", async () => {
    expect(await ask([peer(other)])).toBe("other");
    expect(await ask([ourEnd])).toBe("other");
    expect(await ask([])).toBe("other");
  });

  it("is unknown where the system has no tables", async () => {
    const missing = ["tcp", "tcp6"].map((name) => join(tmpdir(), "midcall-missing", name));
    expect(await peerUserIn(new ConnectionTables(missing), connected)).toBe("unknown");
  });

  it("may be one of Windows, which WSL does not list", async () => {
    vi.stubEnv("WSL_DISTRO_NAME", "Debian");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await ask([listening, ourEnd])).toBe("unknown");
    expect(await ask([listening, ourEnd, peer(other)])).toBe("other");
  });
});

describe("the tables of connections", () => {
  const end = `${local}:${hex(OURS)}`;

  it("say who is connected with our ends, and keep nothing of others' connections", async () => {
    const many = Array.from({ length: 5_000 }, (_, index) =>
      row(`${local}:${hex(10_000 + index)}`, `${second}:${hex(OURS)}`, "01", other),
    );
    const users = await tablesOf([...many, peer(own), ...many], [listening, ourEnd]).look([end]);
    expect(users).toEqual(new Map([[`${local}:${hex(THEIRS)} ${end}`, own]]));
  });

  it("are read after each call, once for all who call meanwhile", async () => {
    const tables = tablesOf([peer(own)]);
    const first = tables.look([end]);
    const second = tables.look(["another"]);
    expect(second).toBe(first);
    expect((await first)?.size).toBe(1);
    expect((await tables.look(["another"]))?.size).toBe(0);
  });
});
