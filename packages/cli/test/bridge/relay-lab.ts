import type { HostEnd, ServerEnd } from "../../src/bridge/ends/ends.js";
import type { AskAbout, Asker } from "../../src/bridge/relay/asker.js";
import { Relay } from "../../src/bridge/relay/relay.js";
import type { Id, Members } from "../../src/bridge/wire/messages.js";

/** The end of a server that does nothing by itself. @param take - gets what is sent to it */
export function fakeServer(take: (message: Members) => void = () => {}): ServerEnd {
  return {
    onmessage: undefined,
    onclose: undefined,
    hasRequestStreams: false,
    start: async () => {},
    send: async (message) => take(message),
    close: async () => {},
  };
}

/** A relay whose ends are in the hands of the test. @param translated - what stands between it and the server */
export async function openRelay(
  asker?: Asker,
  translated: (server: ServerEnd) => ServerEnd = (server) => server,
) {
  const toHost: Members[] = [];
  const toServer: Members[] = [];
  const errors: unknown[] = [];
  const host: HostEnd = {
    onmessage: undefined,
    onclose: undefined,
    start: async () => {},
    send: async (message) => void toHost.push(message),
    close: async () => {},
  };
  const server = fakeServer((message) => void toServer.push(message));
  const onError = (error: unknown): void => void errors.push(error);
  const relay = new Relay({ host, server: translated(server), asker, onError });
  await relay.start();
  return {
    ...{ relay, server, toHost, toServer, errors },
    fromHost: (message: Members) => host.onmessage!({ jsonrpc: "2.0", ...message }),
    /** The id under which the host knows the last request of the server's that it has got. */
    lastAsked: () =>
      toHost.findLast(({ id, method }) => id !== undefined && method !== undefined)?.["id"] as Id,
    fromServer: (message: Members, about?: Id) =>
      server.onmessage!({ jsonrpc: "2.0", ...message }, about),
    serverRestarted: () => server.onrestart!(),
    serverGone: (why: string) => server.onclose!(why),
    hostGone: () => host.onclose!(),
  };
}

/** A user who is asked, and answers when the test says so. */
export function slowUser() {
  const questions: { params: Members; about: AskAbout; answer: (answer: Members) => void }[] = [];
  const asker: Asker = {
    ask: (params, about) => new Promise((answer) => void questions.push({ params, about, answer })),
    complete: () => {},
  };
  return { questions, asker };
}

export const initialize = (capabilities: Members, name = "some-host", version = "1"): Members => ({
  id: "init",
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities, clientInfo: { name, version } },
});
export const call = (id: Id, meta: Members = {}): Members => ({
  id,
  method: "tools/call",
  params: { name: "pick", arguments: { tag: "a" }, ...meta },
});
export const elicit = (id: Id): Members => ({
  id,
  method: "elicitation/create",
  params: { message: "Which?", requestedSchema: { type: "object", properties: {} } },
});
export const modern = (
  capabilities: Members,
  clientInfo = { name: "some-host", version: "1" },
): Members => ({
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": capabilities,
    "io.modelcontextprotocol/clientInfo": clientInfo,
  },
});
/** A round in which the server requires one answer. */
export const required = (id: Id): Members => ({
  id,
  result: {
    ...{ resultType: "input_required", requestState: "s" },
    inputRequests: { one: { method: "elicitation/create", params: elicit("q")["params"] } },
  },
});
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
