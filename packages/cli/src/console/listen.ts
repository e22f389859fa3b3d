import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { ConsoleError } from "./errors.js";

/** A listening HTTP server. */
export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1. @param port - 0 for any free port @throws ConsoleError when the port cannot be used */
export function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname: "127.0.0.1", port }, (address: AddressInfo) => {
      const close = (): Promise<void> =>
        new Promise((done) => {
          server.close(() => done());
          if ("closeAllConnections" in server) server.closeAllConnections();
        });
      resolve({ port: address.port, close });
    });
    server.once("error", (cause: Error) => {
      reject(
        new ConsoleError(
          `Cannot listen on 127.0.0.1:${port}: ${cause.message}. Choose another port with --port, or omit it.`,
          { cause },
        ),
      );
    });
  });
}
