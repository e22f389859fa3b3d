import type { IncomingHttpHeaders, Server } from "node:http";

/** A request, as far as it decides where it is sent. */
export interface Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
export function createProxy(portsFor: (incoming: Incoming) => Iterable<number>): Server;
