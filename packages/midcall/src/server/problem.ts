/** An HTTP answer with a JSON-RPC error that belongs to no request. */
export function problem(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
