import { createServer, request as send, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What stands in front of a fleet. */
export interface Balancer extends AsyncDisposable {
  /** The one address of the fleet. */
  readonly url: string;
  /** Where requests go, the first that takes them. */
  targets: readonly string[];
  /** Requests that were sent a second time because whoever had them was gone. */
  resent(): number;
}

/** How long a request is tried again, from when it came, in milliseconds. */
const PATIENCE_MS = 80_000;
/** Only comments of an event stream, which keep it open and say nothing. */
const QUIET = /^(?::[^\n]*\n|\r?\n)*$/;

/**
 * A load balancer: passes requests on, and sends one again elsewhere when the replica that had it goes away without
 * an answer, as operators set theirs up for requests that are safe to repeat.
 */
export async function startBalancer(): Promise<Balancer> {
  let resent = 0;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = Buffer.concat(chunks);
      const until = Date.now() + PATIENCE_MS;
      const attempt = (turn: number): void => {
        const target = balancer.targets[turn % balancer.targets.length];
        const again = (): void => {
          if (outgoing.headersSent || Date.now() > until) return void outgoing.destroy();
          resent += 1;
          setTimeout(() => attempt(turn + 1), 50);
        };
        if (target === undefined) return again();
        pass(target, incoming.method, incoming.url, incoming.headers, body, outgoing, again);
      };
      attempt(0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const balancer: Balancer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets: [],
    resent: () => resent,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return balancer;
}

function pass(
  target: string,
  method: string | undefined,
  path: string | undefined,
  headers: NodeJS.Dict<string | string[]>,
  body: Buffer,
  outgoing: ServerResponse,
  again: () => void,
): void {
  const { hostname, port } = new URL(target);
  const request = send(
    { hostname, port, method, path, headers: { ...headers, connection: "close" } },
    (response) => {
      let held = "";
      // What has only kept the connection open can still be answered by another replica.
      const begin = (): void => {
        if (outgoing.headersSent) return;
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        outgoing.write(held);
      };
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        if (outgoing.headersSent) return void outgoing.write(chunk);
        held += chunk;
        if (!QUIET.test(held)) begin();
      });
      response.on("end", () => {
        begin();
        outgoing.end();
      });
      response.on("error", again);
    },
  );
  request.on("error", again);
  outgoing.on("close", () => request.destroy());
  request.end(body);
}
