import { onTestFinished } from "vitest";
import { UrlFront } from "../../src/bridge/http/url-front.js";
import { envelopeOf } from "../../src/bridge/translate/envelope.js";
import type { Members, Request as Asked } from "../../src/bridge/wire/messages.js";
import { LONG_MS } from "./lab.js";
import { slowUser } from "./relay-lab.js";

type Respond = (message: Members, init: RequestInit) => Response | Promise<Response>;

/** A bridge in front of a URL, whose responses are these. All its sessions have the same id. */
export function behindUrl(respond: Respond) {
  const toServer: Members[] = [];
  const { questions, asker } = slowUser();
  const errors: unknown[] = [];
  const front = new UrlFront({
    connect: () => {
      throw new Error("Nothing is to be translated.");
    },
    ...{ asker, idleMs: LONG_MS, url: new URL("http://127.0.0.1:1/mcp") },
    onError: (error) => void errors.push(error),
    headers: {},
    fetch: async (_, init) => {
      const { body = null } = init;
      const message = (body === null ? {} : JSON.parse(body as string)) as Members;
      toServer.push(message);
      return respond(message, init);
    },
  });
  onTestFinished(() => front.close());
  const post = (message: Members, session?: string): Promise<Response> => {
    const headers = new Headers({ "content-type": "application/json" });
    if (session !== undefined) headers.set("mcp-session-id", session);
    const http = new Request("http://127.0.0.1/mcp", { method: "POST", headers });
    return front.serveSession(http, { jsonrpc: "2.0", ...message });
  };
  /** Opens the stream beside all requests of a session. */
  const listen = (session?: string): Promise<Response> => {
    const headers = {
      accept: "text/event-stream",
      ...(session !== undefined && { "mcp-session-id": session }),
    };
    return front.serveSession(new Request("http://127.0.0.1/mcp", { headers }), undefined);
  };
  /** Sends a request of 2026-07-28. */
  const postModern = (message: Members, signal?: AbortSignal): Promise<Response> => {
    const { method, params } = message as { method: string; params: Members };
    const headers = { "content-type": "application/json", "mcp-method": method };
    const http = new Request("http://127.0.0.1/mcp", {
      ...{ method: "POST", headers },
      ...(signal && { signal }),
    });
    const asked = { jsonrpc: "2.0", ...message } as unknown as Asked;
    return front.serveModern(http, asked, envelopeOf(params)!);
  };
  return { post, postModern, listen, toServer, questions, errors };
}

export const json = (message: Members): Response =>
  Response.json({ jsonrpc: "2.0", ...message }, { headers: { "mcp-session-id": "s" } });
