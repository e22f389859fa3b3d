import type { HostMessage, OwnWindow } from "../../app/src/host/json-rpc.js";

/** A message of the View. */
export interface Sent {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

/** The window of a View whose host is the test. */
export interface FakeHost {
  readonly own: OwnWindow;
  /** What the View has sent, and to which origin. */
  readonly sent: Sent[];
  readonly origins: string[];
  /** Delivers a message as the window around the View, or as another one. */
  say(message: unknown, from?: Partial<HostMessage>): void;
  notify(method: string, params?: unknown): void;
  /** Answers the last request of a method. */
  answer(method: string, result: unknown): Promise<void>;
  refuse(method: string): Promise<void>;
  of(method: string): Sent[];
}

/** Lets promises settle. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

export function fakeHost(): FakeHost {
  const listeners = new Set<(event: HostMessage) => void>();
  const sent: Sent[] = [];
  const origins: string[] = [];
  const parent = {
    postMessage(message: unknown, origin: string) {
      sent.push(message as Sent);
      origins.push(origin);
    },
  };
  const host: FakeHost = {
    own: {
      parent,
      addEventListener: (_, listener) => void listeners.add(listener),
      removeEventListener: (_, listener) => void listeners.delete(listener),
    },
    sent,
    origins,
    say(message, from = {}) {
      const event = { source: parent, origin: "https://host.test", data: message, ...from };
      for (const listener of listeners) listener(event);
    },
    notify: (method, params) => host.say({ jsonrpc: "2.0", method, params }),
    async answer(method, result) {
      host.say({ jsonrpc: "2.0", id: host.of(method).at(-1)?.id, result });
      await settled();
    },
    async refuse(method) {
      const error = { code: -32000, message: "No" };
      host.say({ jsonrpc: "2.0", id: host.of(method).at(-1)?.id, error });
      await settled();
    },
    of: (method) => sent.filter((one) => one.method === method),
  };
  return host;
}
