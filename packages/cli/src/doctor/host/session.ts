import { member } from "../../json.js";
import { VERSION } from "../../version.js";
import { createRounds } from "./ask-rounds.js";
import { createOpenRequests } from "./ask-server-request.js";
import { callTool, type Channels } from "./call.js";
import type { Doctor } from "./doctor.js";
import { type HostFacts, type ProtocolVersion, readHostFacts, VERSIONS } from "./host-facts.js";
import { listTools } from "./tools.js";
import { VIEW, VIEW_MIME_TYPE, VIEW_URI } from "./view.js";
import { JsonRpcError, type Message, type Send } from "./wire/message.js";

/** One connection with a host. */
export interface Session {
  /** Takes a message; what belongs to it is sent with `send`, its response last. */
  receive(message: Message, send: Send): void;
  /** The host has gone away from this request, which on 2026-07-28 gives it up. */
  cancel(id: Message["id"]): void;
  close(): void;
}

const PREFIX = "io.modelcontextprotocol/";
const INFO = { name: "midcall-doctor", title: "midcall doctor", version: VERSION };
const CAPABILITIES = {
  tools: {},
  resources: {},
  extensions: { "io.modelcontextprotocol/ui": {} },
};
const INSTRUCTIONS =
  "Examines how this host asks its user. Call examine until no question is left, then results.";
const LATEST_WITH_HANDSHAKE = "2025-11-25";
const MOST_CALLS = 100;

export function createSession(doctor: Doctor): Session {
  const channels: Channels = {
    requests: createOpenRequests(),
    rounds: createRounds(doctor.times),
    viewKeys: new Set(),
  };
  const calls = new Map<Message["id"], AbortController>();
  let greeted: HostFacts | undefined;

  const initialize = (params: unknown): Record<string, unknown> => {
    const wanted = member(params, "protocolVersion");
    const version =
      VERSIONS.find((one) => one === wanted && one !== "2026-07-28") ?? LATEST_WITH_HANDSHAKE;
    greeted = readHostFacts(version, member(params, "clientInfo"), member(params, "capabilities"));
    return {
      protocolVersion: version,
      capabilities: CAPABILITIES,
      serverInfo: INFO,
      instructions: INSTRUCTIONS,
    };
  };

  const call = async (message: Message, host: HostFacts, send: Send): Promise<unknown> => {
    if (calls.size >= MOST_CALLS) throw new JsonRpcError(-32000, "Too many calls at once");
    const controller = new AbortController();
    calls.set(message.id, controller);
    try {
      const { params = {} } = message;
      const results = doctor.resultsOf(host);
      return await callTool({ params, results, send, signal: controller.signal }, channels, doctor);
    } finally {
      calls.delete(message.id);
    }
  };

  const respond = async (message: Message, send: Send): Promise<unknown> => {
    const { method, params = {} } = message;
    const modern = modernFacts(params);
    const host = modern ?? greeted;
    switch (method) {
      case "initialize":
        return initialize(params);
      case "ping":
      case "logging/setLevel":
        return {};
      case "server/discover":
        return {
          supportedVersions: ["2026-07-28"],
          capabilities: CAPABILITIES,
          instructions: INSTRUCTIONS,
        };
      case "tools/list":
        return { tools: listTools(doctor.probes) };
      case "resources/list":
        return { resources: [{ uri: VIEW_URI, name: "view", mimeType: VIEW_MIME_TYPE }] };
      case "resources/templates/list":
        return { resourceTemplates: [] };
      case "resources/read":
        if (params["uri"] !== VIEW_URI) throw new JsonRpcError(-32602, "Unknown resource");
        return { contents: [{ uri: VIEW_URI, mimeType: VIEW_MIME_TYPE, text: VIEW }] };
      case "tools/call":
        if (host === undefined) throw new JsonRpcError(-32600, "Send initialize first");
        return call(message, host, send);
    }
    throw new JsonRpcError(-32601, "Method not found");
  };

  return {
    receive(message, send) {
      const { id, method, params } = message;
      if (method === undefined) {
        const came = channels.requests.receive(message);
        if (came !== "answer" && greeted !== undefined) noteUnasked(doctor, greeted, came);
      } else if (id === undefined || id === null) {
        if (method === "notifications/cancelled")
          calls.get(member(params, "requestId") as Message["id"])?.abort();
      } else {
        const isModern = modernVersion(params ?? {}) !== undefined;
        respond(message, send).then(
          (result) => send({ id, result: isModern ? complete(result) : result }),
          (error: unknown) => send({ id, error: errorOf(error) }),
        );
      }
    },
    cancel: (id) => calls.get(id)?.abort(),
    close() {
      channels.requests.close();
      channels.rounds.close();
      for (const controller of calls.values()) controller.abort();
    },
  };
}

function noteUnasked(doctor: Doctor, host: HostFacts, came: "late" | "stray"): void {
  const finding = came === "late" ? "late-answers" : "stray-answers";
  doctor.resultsOf(host).observe(`${came}_answers`, "answers that nobody asked for", finding);
}

/** The protocol version that a request of 2026-07-28 names. */
export function modernVersion(params: Readonly<Record<string, unknown>>): unknown {
  return member(params["_meta"], `${PREFIX}protocolVersion`);
}

/** What a request of 2026-07-28 says of its host; `undefined` for one of 2025. */
function modernFacts(params: Readonly<Record<string, unknown>>): HostFacts | undefined {
  const version = modernVersion(params);
  if (version === undefined) return undefined;
  if (version !== "2026-07-28")
    throw new JsonRpcError(-32022, "Unsupported protocol version", {
      supported: ["2026-07-28" satisfies ProtocolVersion],
      requested: version,
    });
  const meta = params["_meta"];
  return readHostFacts(
    version,
    member(meta, `${PREFIX}clientInfo`),
    member(meta, `${PREFIX}clientCapabilities`),
  );
}

/** Completes a result with what 2026-07-28 requires. */
function complete(result: unknown): Record<string, unknown> {
  const given = result as Record<string, unknown>;
  return {
    resultType: "complete",
    ttlMs: 0,
    cacheScope: "private",
    ...given,
    _meta: { [`${PREFIX}serverInfo`]: INFO, ...(given["_meta"] as object | undefined) },
  };
}

function errorOf(error: unknown): NonNullable<Message["error"]> {
  if (!(error instanceof JsonRpcError)) return { code: -32603, message: "Internal error" };
  const { code, message, data } = error;
  return { code, message, ...(data !== undefined && { data }) };
}
