import type { TestHost } from "midcall/testing";

interface Message {
  readonly method?: string;
  readonly params?: { readonly _meta?: object };
}

/** From now on, the host's calls of tools have this in their `_meta`; with `undefined`, no more. */
export function createMetaSender(host: TestHost): (meta: object | undefined) => void {
  const transport = host.client.transport!;
  const send = transport.send.bind(transport);
  let meta: object | undefined;
  transport.send = (message, options) => {
    const { method, params } = message as Message;
    if (meta === undefined || method !== "tools/call") return send(message, options);
    const changed = { ...message, params: { ...params, _meta: { ...params?._meta, ...meta } } };
    return send(changed as typeof message, options);
  };
  return (given) => (meta = given);
}
