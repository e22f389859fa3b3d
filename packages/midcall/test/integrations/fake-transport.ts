/** A message as it travels. */
export interface Message {
  readonly jsonrpc?: "2.0";
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: object;
  readonly result?: object;
  readonly error?: object;
}

/** A transport whose server is the test. */
export interface FakeTransport {
  onmessage?: (message: Message) => void;
  onclose?: () => void;
  start(): Promise<void>;
  send(message: Message, options?: object): Promise<void>;
  close(): Promise<void>;
  /** What was sent, oldest first. */
  readonly sent: Message[];
  /** Sends something as the server does. */
  receive(message: Message): void;
  /** The params of the last message with this method. */
  paramsOf(method: string): Record<string, unknown>;
}

/** It answers `initialize` by itself, and nothing else. */
export function createFakeTransport(): FakeTransport {
  const sent: Message[] = [];
  const transport: FakeTransport = {
    sent,
    start: async () => {},
    close: async () => transport.onclose?.(),
    async send(message) {
      sent.push(message);
      if (message.method !== "initialize") return;
      const serverInfo = { name: "fake", version: "1.0.0" };
      const capabilities = { tools: {} };
      const result = { protocolVersion: "2025-11-25", capabilities, serverInfo };
      queueMicrotask(() => transport.receive({ id: message.id!, result }));
    },
    receive: (message) => transport.onmessage?.({ jsonrpc: "2.0", ...message }),
    paramsOf: (method) => {
      const found = sent.findLast((message) => message.method === method);
      if (!found) throw new Error(`No ${method} was sent.`);
      return { ...found.params };
    },
  };
  return transport;
}
