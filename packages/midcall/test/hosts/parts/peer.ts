import type { Link, Message } from "./link.js";

/** A message with the side that sent it. */
export interface WireMessage {
  readonly from: "host" | "server";
  readonly message: Message;
}

/** What a host does with the requests of a server: the rest of its response, or nothing. */
export type OnRequest = (
  request: Message & { readonly id: number | string; readonly method: string },
) => Promise<Pick<Message, "result" | "error"> | undefined>;

/** One end of a JSON-RPC connection, which checks nothing. */
export interface Peer {
  readonly wire: readonly WireMessage[];
  /** Sends a request; resolves with the response. @param params Given the id of the request. */
  request(method: string, params: Record<string, unknown>): Sent;
  send(message: Omit<Message, "jsonrpc">): Promise<void>;
  onNotification(listener: (message: Message) => void): () => void;
  close(): Promise<void>;
}

/** A request that was sent. */
export interface Sent {
  readonly id: number;
  readonly response: Promise<Message>;
}

export async function createPeer(link: Link, onRequest: OnRequest): Promise<Peer> {
  const wire: WireMessage[] = [];
  const waiting = new Map<unknown, (message: Message) => void>();
  const listeners = new Set<(message: Message) => void>();
  let lastId = 0;
  let isClosed = false;

  const send = async (message: Omit<Message, "jsonrpc">): Promise<void> => {
    if (isClosed) return;
    const whole: Message = { jsonrpc: "2.0", ...message };
    wire.push({ from: "host", message: whole });
    await link.send(whole);
  };

  await link.start((message) => {
    wire.push({ from: "server", message });
    const { id, method } = message;
    if (method === undefined) {
      waiting.get(id)?.(message);
      waiting.delete(id);
    } else if (id === undefined || id === null) {
      for (const listener of listeners) listener(message);
    } else {
      void onRequest({ ...message, id, method }).then((response) =>
        response === undefined ? undefined : send({ id, ...response }),
      );
    }
  });

  return {
    wire,
    request(method, params) {
      const id = ++lastId;
      const response = new Promise<Message>((resolve) => waiting.set(id, resolve));
      void send({ id, method, params });
      return { id, response };
    },
    send,
    onNotification(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      await link.close();
    },
  };
}
