import type { ServerEnd } from "../../src/bridge/ends/ends.js";
import { MODERN } from "../../src/bridge/translate/envelope.js";
import {
  ELICIT,
  type Id,
  isMembers,
  kindOf,
  type Members,
  type Request,
} from "../../src/bridge/wire/messages.js";

/** What a call of the raw server asks: several questions at once, again and again. */
export interface CallArguments {
  readonly call: string;
  readonly rounds: readonly number[];
}

export interface RawServerOptions {
  /** Whether it can be seen which request a message belongs to, as over HTTP. */
  readonly hasStreams: boolean;
  /** Whether it sends each response a second time, after so many milliseconds; 0: it does not. */
  readonly repeats: number;
}

const form = (message: string): Members => ({
  message,
  requestedSchema: { type: "object", properties: { said: { type: "string" } } },
});
const messageOf = (call: string, round: number, index: number): string =>
  `${call}, round ${round}, question ${index}`;

/**
 * A server written by hand, without any SDK, that speaks one protocol version. Its result lists every question with the
 * answer that it got.
 */
export function rawServer(
  version: string,
  { hasStreams, repeats }: RawServerOptions,
): ServerEnd & { crash(): void } {
  const waiting = new Map<Id, (result: Members | undefined) => void>();
  const cancelled = new Set<Id>();
  let count = 0;
  let isClosed = false;
  const send = (message: Members, about: Id | undefined): void => {
    if (isClosed) return;
    const sent = structuredClone({ jsonrpc: "2.0", ...message });
    const pass = (): void => {
      if (!isClosed) end.onmessage?.(sent, hasStreams ? about : undefined);
    };
    setImmediate(pass);
    if (repeats > 0 && message["method"] === undefined) setTimeout(pass, repeats);
  };
  const elicit = (params: Members, about: Id): Promise<Members | undefined> =>
    new Promise((resolve) => {
      count += 1;
      waiting.set(`ask-${count}`, resolve);
      send({ id: `ask-${count}`, method: ELICIT, params }, about);
    });

  const callLegacy = async ({ id, params }: Request): Promise<void> => {
    const { call, rounds } = (params ?? {})["arguments"] as unknown as CallArguments;
    const heard: [string, unknown][] = [];
    for (const [round, questions] of rounds.entries()) {
      const asked = Array.from({ length: questions }, (_, at) => messageOf(call, round, at));
      const answers = await Promise.all(asked.map((message) => elicit(form(message), id)));
      asked.forEach((message, at) => heard.push([message, answers[at]]));
    }
    if (!cancelled.has(id)) send({ id, result: { heard } }, id);
  };

  const callModern = ({ id, params }: Request): void => {
    const { call, rounds } = (params ?? {})["arguments"] as unknown as CallArguments;
    const before = (params?.["requestState"] as string | undefined) ?? "[]";
    const heard = JSON.parse(before) as [string, unknown][];
    const given = isMembers(params?.["inputResponses"]) ? params["inputResponses"] : {};
    const done = new Set(heard.map(([message]) => message));
    for (const [message, answer] of Object.entries(given)) {
      if (!done.has(message)) heard.push([message, answer]);
    }
    const known = new Set(heard.map(([message]) => message));
    const round = rounds.findIndex((questions, at) =>
      Array.from({ length: questions }, (_, index) => messageOf(call, at, index)).some(
        (message) => !known.has(message),
      ),
    );
    if (round === -1) return send({ id, result: { resultType: "complete", heard } }, id);
    const inputRequests = Object.fromEntries(
      Array.from({ length: rounds[round]! }, (_, index) => {
        const message = messageOf(call, round, index);
        return [message, { method: ELICIT, params: { mode: "form", ...form(message) } }];
      }),
    );
    const requestState = JSON.stringify(heard);
    send({ id, result: { resultType: "input_required", inputRequests, requestState } }, id);
  };

  const requested = (request: Request): void => {
    const { id, method, params } = request;
    const isModern = isMembers(params?.["_meta"]);
    const serverInfo = { name: "raw-server", version: "1" };
    if (method === "initialize" && version !== MODERN)
      return send(
        { id, result: { protocolVersion: version, capabilities: { tools: {} }, serverInfo } },
        id,
      );
    if (method === "server/discover" && version === MODERN)
      return send(
        {
          id,
          result: {
            resultType: "complete",
            supportedVersions: [MODERN],
            capabilities: { tools: {} },
          },
        },
        id,
      );
    if (method === "tools/call" && isModern === (version === MODERN))
      return version === MODERN ? callModern(request) : void callLegacy(request);
    send({ id, error: { code: -32_601, message: `Unknown method ${method}` } }, id);
  };

  const end: ServerEnd & { crash(): void } = {
    onmessage: undefined,
    onclose: undefined,
    hasRequestStreams: false,
    async start() {},
    async send(message) {
      const sorted = kindOf(structuredClone(message));
      if (sorted.kind === "request") setImmediate(() => isClosed || requested(sorted.request));
      if (sorted.kind === "notification" && sorted.notification.method.endsWith("/cancelled"))
        cancelled.add(sorted.notification.params?.["requestId"] as Id);
      if (sorted.kind !== "response") return;
      const { id, result } = sorted.response;
      waiting.get(id)?.(result);
      waiting.delete(id);
    },
    async close() {
      isClosed = true;
    },
    crash() {
      isClosed = true;
      setImmediate(() => end.onclose?.("It crashed."));
    },
  };
  return end;
}
