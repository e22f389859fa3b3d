import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { Front } from "../../packages/cli/src/bridge/http/front.js";
import { listenForHosts } from "../../packages/cli/src/bridge/http/listen.js";
import type { Listener } from "../../packages/cli/src/console/listen.js";
import { tally } from "./tally.js";

/*
 * `midcall bridge --listen` uses a server with the rights and the sign-ins of its user. Every user of the computer can connect to
 * its port.
 */

const NOBODY = 65_534;
const isRoot = process.getuid!() === 0;
const run = promisify(execFile);

/** The status of a request that a program of this user makes. */
async function statusFor(url: string, uid: number | undefined): Promise<number> {
  const request = `fetch(${JSON.stringify(url)}, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  }).then(({ status }) => console.log(status))`;
  // Only root can be somebody else.
  const user = isRoot && uid !== undefined ? { uid, gid: uid } : {};
  const { stdout } = await run(process.execPath, ["-e", request], { cwd: "/", env: {}, ...user });
  return Number(stdout);
}

/** Opens connections as this user, and sends no whole request. @returns what each got by the time it was closed */
async function openUnfinished(port: number, count: number, uid: number): Promise<string[]> {
  const script = `const { connect } = require("node:net");
const got = Array.from({ length: ${count} }, (_, nr) => new Promise((resolve) => {
  let text = "";
  const socket = connect(${port}, "127.0.0.1");
  if (nr % 2 === 1) socket.write("POST /mcp HTTP/1.1\\r\\nHost: 127.0.0.1:${port}\\r\\n");
  socket.setEncoding("utf8").on("data", (part) => (text += part)).on("error", () => {}).on("close", () => resolve(text));
}));
Promise.all(got).then((all) => process.stdout.write(JSON.stringify(all)));`;
  const user = { uid, gid: uid };
  const { stdout } = await run(process.execPath, ["-e", script], { cwd: "/", env: {}, ...user });
  return JSON.parse(stdout) as string[];
}

/** A bridge on any free port. */
async function listen(): Promise<Listener> {
  const refused = (): never => {
    throw new Error("A server was started.");
  };
  const onError = (): void => {};
  const front = new Front({ connect: refused, asker: undefined, onError, idleMs: 1_000 });
  const listener = await listenForHosts({ front, port: 0, onError });
  onTestFinished(() => listener.close());
  return listener;
}

it("a bridge that listens keeps no connection of another user, whatever they send", async ({
  skip,
}) => {
  // Only root can be somebody else, and only Linux tells.
  skip(!isRoot || process.platform !== "linux");
  const { port } = await listen();
  const got = await openUnfinished(port, 40, NOBODY);
  expect(got.filter((text) => !text.startsWith("HTTP/1.1 403 Forbidden\r\n"))).toEqual([]);
  const [, body = ""] = got[0]!.split("\r\n\r\n");
  expect(JSON.parse(body)).toMatchObject({
    error: { message: expect.stringMatching(/another user .* Start a bridge as the user/) },
  });
  tally("connections to a bridge that listens, by another user, without a request", got.length);
});

it("a bridge that listens serves no program of another user", async () => {
  const listener = await listen();
  const url = `http://127.0.0.1:${listener.port}/mcp`;
  // A host of the user's own is told that it has to begin with the handshake.
  expect(await statusFor(url, undefined)).toBe(400);
  expect(await statusFor(url, NOBODY)).toBe(isRoot && process.platform === "linux" ? 403 : 400);
  tally("requests to a bridge that listens, by another user", 1);
});
