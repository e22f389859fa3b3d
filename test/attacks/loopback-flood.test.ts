import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { serveLoopback } from "midcall/pages";
import { createMemoryStore } from "midcall/store";
import { createVault } from "midcall/vault";
import { expect, it, onTestFinished } from "vitest";
import { tally } from "./tally.js";

/*
 * All users of a computer have the address 127.0.0.1. One of them asks for pages of another's as often as they can, so that the
 * limit of requests is used up when the user comes.
 */

const [OWNER, OTHER] = [2001, 1234];
/** The system writes this number for users that it does not know here, too. */
const NOBODY = 65_534;
const canBeOthers = process.getuid?.() === 0 && process.platform === "linux";
const fixture = fileURLToPath(new URL("loopback-pages.fixture.mjs", import.meta.url));
const run = promisify(execFile);
/** More than the 300 that one visitor has in a minute. */
const FLOOD = 320;

/** What a program of this user gets for its last request to an address. */
async function statusFor(uid: number, url: string, times = 1): Promise<string> {
  const script = `const get = () => fetch(${JSON.stringify(url)}, { redirect: "manual" })
  .then(async (response) => response.status + " " + (await response.text()));
for (let nr = 1; nr < ${times}; nr += 10) await Promise.all(Array.from({ length: 10 }, get));
console.log(await get());`;
  const words = ["--input-type=module", "-e", script];
  const { stdout } = await run(process.execPath, words, {
    cwd: "/",
    env: {},
    ...(canBeOthers && { uid, gid: uid }),
  });
  return stdout;
}

/**
 * What a program of this user gets that ends its half of the connection with the request, so that it is not listed as open.
 *
 * @param unread - so many bytes of another request follow, which keep the server from seeing the end
 */
async function halfClosed(uid: number, url: string, unread: number): Promise<string> {
  const { hostname, port, host, pathname } = new URL(url);
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const more = `POST /x HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 300000\r\n\r\n`;
  const script = `const { connect } = require("node:net");
connect({ host: "${hostname}", port: ${port}, allowHalfOpen: true })
  .on("data", (part) => process.stdout.write(part))
  .on("error", () => {})
  .end(${JSON.stringify(unread > 0 ? request + more : request)} + "a".repeat(${unread}));`;
  const { stdout } = await run(process.execPath, ["-e", script], {
    ...{ cwd: "/", env: {}, uid, gid: uid },
  });
  return stdout;
}

it("pages of this computer are for programs of their user, and say so to those of another", async () => {
  const state = mkdtempSync(join(tmpdir(), "midcall-flood-"));
  if (canBeOthers) chownSync(state, OWNER, OWNER);
  const env = { STATE: state, HOME: state };
  const program = fork(fixture, [], {
    ...{ execArgv: [], env },
    ...(canBeOthers && { uid: OWNER, gid: OWNER }),
  });
  onTestFinished(() => {
    program.kill();
    rmSync(state, { recursive: true, force: true });
  });
  const [{ uid, link, ticket, address, redirectUri }] = (await once(program, "message")) as [
    Record<"uid" | "link" | "ticket" | "address" | "redirectUri", string>,
  ];
  expect(uid).toBe(canBeOthers ? OWNER : process.getuid?.());
  const pages = { [link]: 200, [ticket]: 303, [address]: 200, [redirectUri]: 400 };
  if (canBeOthers) {
    for (const url of Object.keys(pages))
      expect(await statusFor(OTHER, url, FLOOD), url).toMatch(/^403 This page is for the user/);
    for (const url of Object.keys(pages)) {
      expect(await halfClosed(OTHER, url, 0), url).toMatch(/^HTTP\/1.1 403 Forbidden\r\n/);
      // The refusal is lost where what follows is still on its way.
      expect(await halfClosed(OTHER, url, 200_000), url).toMatch(
        /^(?:HTTP\/1.1 403 Forbidden\r\n|$)/,
      );
      expect(await statusFor(NOBODY, url), url).toMatch(/^403 This page is for the user/);
    }
    expect(await statusFor(0, link)).toMatch(/^200 /);
    tally("requests of another user to pages of this one", 4 * (FLOOD + 3));
  }
  for (const [url, status] of Object.entries(pages))
    expect(await statusFor(OWNER, url), url).toMatch(new RegExp(`^${status} `));
});

it("a program that cannot know a link uses up none of its requests", async () => {
  const store = createMemoryStore();
  const secret = "a secret of these tests, long enough";
  const vault = createVault({ secret, store });
  // The minute in which requests are counted does not end.
  const now = Date.now();
  const pages = await serveLoopback({ secret, store, vault, now: () => now });
  onTestFinished(() => pages.close());
  const about = { principal: "local", server: "Invoices", message: "A message." };
  const link = await pages.secretLink({ ...about, name: "stripe" });
  const other = await pages.secretLink({ ...about, name: "other" });
  const proof = `${pages.baseUrl}/l/proof`;
  const challenge = `${"i".repeat(43)}.${"0".repeat(64)}`;
  const statusOf = async (url: string, headers = {}): Promise<number> =>
    (await fetch(url, { headers })).status;
  const strays = ["", "/l/x", "/l/proof", "/callback/x", "/signed-in", "/favicon.ico"];
  const guesses = strays.map((path) => `${pages.baseUrl}${path}`);
  for (let nr = 0; nr < FLOOD; nr++) await statusOf(guesses[nr % guesses.length]!);
  expect(await statusOf(guesses[0]!)).toBe(429);
  expect(await statusOf(link.url)).toBe(200);
  expect(await statusOf(proof, { "midcall-challenge": challenge })).toBe(204);
  // Whoever knows one link uses up that one.
  for (let nr = 0; nr < FLOOD; nr++) await statusOf(other.url);
  expect(await statusOf(other.url)).toBe(429);
  expect(await statusOf(link.url)).toBe(200);
  tally("requests to addresses that lead nowhere", 2 * FLOOD);
});
