/**
 * A host of 2025-11-25 without an SDK, made for many open calls: a session is a few texts, and a call one open response. Each
 * request goes to any replica. A call whose stream breaks is read on from its last event.
 */
import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { createAgent, exchange } from "../load/http.mjs";
import { createCall } from "../load/user.mjs";

const VERSION = "2025-11-25";
/** As the official clients do. */
const RESUME_AFTER_MS = 1_000;
const MOST_RESUMED = 60;

/**
 * @typedef {object} OpenCall
 * @property {() => Promise<void>} answer answers the question; resolves when the call has ended with its own answer
 */

/** @typedef {{ headers: Record<string, string> }} Session */

/** @param {import("./fleet.mjs").Fleet} fleet */
export function createSessionHost(fleet) {
  const agent = createAgent();
  const stop = new AbortController();
  // One for each open response.
  setMaxListeners(0, stop.signal);
  let ids = 0;
  let resumed = 0;

  /** @param {Session} session @param {object} [body] @param {object} [more] */
  const send = (session, body, more) =>
    exchange({ agent, port: fleet.anyPort(), headers: session.headers, body, ...more });

  /** Reads a stream of events until there is a response, however often it breaks. */
  async function readOn(session, body, onMessage) {
    let lastEvent;
    let isOver = false;
    const options = {
      signal: stop.signal,
      onEventId: (id) => (lastEvent = id),
      onMessage(message) {
        if (message.method === undefined) isOver = true;
        onMessage(message);
      },
    };
    let ended = await send(session, body, options).catch((error) => error);
    for (let attempt = 1; !isOver && !stop.signal.aborted; attempt += 1) {
      if (lastEvent === undefined || attempt > MOST_RESUMED || ended.status >= 400)
        throw new Error("a stream has ended without a response", { cause: ended });
      await pause(RESUME_AFTER_MS);
      resumed += 1;
      const headers = { ...session.headers, "last-event-id": lastEvent };
      ended = await send({ headers }, undefined, { ...options, method: "GET" }).catch(
        (error) => error,
      );
    }
  }

  return {
    /** How often a stream was read on. */
    get resumed() {
      return resumed;
    },

    /** @param {string} user @returns {Promise<Session>} */
    async openSession(user) {
      const headers = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "x-user": user,
      };
      const params = {
        protocolVersion: VERSION,
        capabilities: { elicitation: { form: {} } },
        clientInfo: { name: "bench-host", version: "1.0.0" },
      };
      ids += 1;
      const { status, headers: got } = await send(
        { headers },
        { jsonrpc: "2.0", id: ids, method: "initialize", params },
      );
      const id = got["mcp-session-id"];
      if (id === undefined) throw new Error(`initialize: HTTP ${status}`);
      const session = {
        headers: { ...headers, "mcp-session-id": id, "mcp-protocol-version": VERSION },
      };
      await accepted(send(session, { jsonrpc: "2.0", method: "notifications/initialized" }));
      return session;
    },

    /** Begins a call; resolves when its question is open. @param {Session} session @returns {Promise<OpenCall>} */
    openCall(session) {
      const call = createCall(1);
      ids += 1;
      const params = { name: "ask", arguments: call.args };
      const body = { jsonrpc: "2.0", id: ids, method: "tools/call", params };
      return new Promise((resolve, reject) => {
        let asked;
        let response;
        const ended = readOn(session, body, (message) => {
          if (message.method === undefined) response = message;
          if (message.method !== "elicitation/create") return;
          if (asked !== undefined && asked.id !== message.id)
            return reject(new Error(`asked twice: ${JSON.stringify([asked, message])}`));
          asked = message;
          resolve({
            async answer() {
              const result = call.answer(message.params);
              await accepted(send(session, { jsonrpc: "2.0", id: message.id, result }));
              await ended;
              call.check(response);
            },
          });
        });
        // Before the question, nobody else waits for it.
        ended.then(
          () => reject(new Error(`expected a question: ${JSON.stringify(response)}`)),
          reject,
        );
      });
    },

    /** @param {Session} session */
    async closeSession(session) {
      const { status } = await send(session, undefined, { method: "DELETE" });
      if (status >= 400) throw new Error(`DELETE: HTTP ${status}`);
    },

    close() {
      stop.abort();
      agent.destroy();
    },
  };
}

/** @param {Promise<{ status: number }>} sent */
async function accepted(sent) {
  const { status } = await sent;
  if (status !== 202) throw new Error(`HTTP ${status}, expected 202`);
}
