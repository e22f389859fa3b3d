import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSide, type Side } from "./both-ways.js";
import { requests, type Sent } from "./requests.js";
import { AUTH, callOf, createStates } from "./states.js";
import { scaled } from "../../../../../test/night.js";

const RUNS = scaled(40, 1_000);

const sdk = createSide({ direct: false });
const withState = createStates(sdk);
const direct = createSide({});
const sides = [sdk, direct];
const servers = new Map<Side, Server>();

beforeAll(async () => {
  for (const side of sides) {
    const server = createServer((request, response) => {
      const authInfo = AUTH[(request.headers["x-auth"] as Sent["auth"] | undefined) ?? "none"];
      void side.handler.node(request, response, authInfo && { authInfo });
    });
    servers.set(side, server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // What is said once is said before anything is compared.
    const call = callOf("ask");
    await exchange(side, { ...call, headers: [...call.headers, ["origin", "http://x.y"]] });
    await exchange(side, call);
    side.takeSeen();
  }
});

afterAll(async () => {
  for (const side of sides) {
    servers.get(side)?.close();
    servers.get(side)?.closeAllConnections();
    await side.handler.close();
  }
});

/** Members of the transfer, which differ where the length of a body is known. */
const OF_THE_TRANSFER = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
]);

/** Sends a request over a connection of its own, and returns what comes back. */
function exchange(side: Side, { method, headers, body, auth }: Sent): Promise<unknown> {
  const { port } = servers.get(side)!.address() as AddressInfo;
  const length = body === undefined ? [] : ["content-length", String(Buffer.byteLength(body))];
  // The same name for both servers, which have different ports.
  const sent = ["host", "localhost", "x-auth", auth, ...length, ...headers.flat()];
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { host: "127.0.0.1", port, path: "/mcp?a=b", method, headers: sent, agent: false },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () => {
          const shown = Object.entries(response.headers).filter(
            ([name]) => !OF_THE_TRANSFER.has(name),
          );
          resolve({
            status: response.statusCode,
            headers: shown,
            text: text.replace(/"requestState":"mc2\.[\w-]+"/g, '"requestState":"…"'),
            seen: side.takeSeen(),
          });
        });
        response.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

describe("handler.node", () => {
  it("answers directly what it answers through web objects", async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (made) => {
        const sent = await withState(made);
        sdk.takeSeen();
        expect(await exchange(direct, sent)).toEqual(await exchange(sdk, sent));
      }),
      { numRuns: RUNS },
    );
    expect(sdk.directCalls()).toBe(0);
    expect(direct.directCalls()).toBeGreaterThan(RUNS / 4);
  });

  it("reads a body that comes in parts, and one that a middleware has read", async () => {
    const { headers, body } = callOf("plain");
    const { port } = servers.get(direct)!.address() as AddressInfo;
    const sendInParts = (more: readonly string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        const outgoing = httpRequest(
          {
            host: "127.0.0.1",
            port,
            method: "POST",
            headers: ["host", "localhost", ...headers.flat(), ...more],
          },
          (response) => {
            let text = "";
            response.on("data", (chunk: Buffer) => (text += chunk.toString()));
            response.on("end", () => resolve(text));
          },
        );
        outgoing.on("error", reject);
        outgoing.write(body!.slice(0, 40));
        setImmediate(() => outgoing.end(body!.slice(40)));
      });
    for (const more of [[], ["content-length", String(Buffer.byteLength(body!))]])
      expect(await sendInParts(more)).toContain('"text":"t 1"');
  });

  it("takes no other name for that in the body, however it looks", async () => {
    for (const name of ["plain\u00a0", "plain\u00e9", "Plain", "plain,plain"]) {
      const call = callOf("plain");
      const headers = call.headers.map(([n, v]) => [n, n === "mcp-name" ? name : v] as const);
      for (const side of sides) side.takeSeen();
      const answered = await exchange(direct, { ...call, headers });
      expect(answered).toMatchObject({ status: 400 });
      expect(answered).toEqual(await exchange(sdk, { ...call, headers }));
    }
  });
});
