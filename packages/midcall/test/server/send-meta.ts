import type { TestHost } from "midcall/testing";

/** Has the params of the host's requests changed on their way to the server. */
export function changeParams(
  host: TestHost,
  change: (params: Readonly<Record<string, unknown>>, method: string) => object,
): void {
  const transport = host.client.transport!;
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const { method, params } = message as { method?: string; params?: Record<string, unknown> };
    if (method === undefined || params === undefined) return send(message, options);
    return send({ ...message, params: change(params, method) } as typeof message, options);
  };
}

/** From now on, the host's calls of tools have this in their `_meta`; with `undefined`, no more. */
export function createMetaSender(host: TestHost): (meta: object | undefined) => void {
  let meta: object | undefined;
  changeParams(host, (params, method) =>
    method === "tools/call"
      ? { ...params, _meta: { ...(params["_meta"] as object), ...meta } }
      : params,
  );
  return (given) => (meta = given);
}
