import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { Front } from "../../packages/cli/src/bridge/http/front.js";
import { listenForHosts } from "../../packages/cli/src/bridge/http/listen.js";
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

it("a bridge that listens serves no program of another user", async () => {
  const refused = (): never => {
    throw new Error("A server was started.");
  };
  const onError = (): void => {};
  const front = new Front({ connect: refused, asker: undefined, onError, idleMs: 1_000 });
  const listener = await listenForHosts({ front, port: 0, onError });
  onTestFinished(() => listener.close());
  const url = `http://127.0.0.1:${listener.port}/mcp`;
  // A host of the user's own is told that it has to begin with the handshake.
  expect(await statusFor(url, undefined)).toBe(400);
  expect(await statusFor(url, NOBODY)).toBe(isRoot && process.platform === "linux" ? 403 : 400);
  tally("requests to a bridge that listens, by another user", 1);
});
