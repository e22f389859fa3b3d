/** The `_meta` of a request, as the user wants it. */
export type RequestMeta = Readonly<Record<string, unknown>>;

/** What the client sets itself. The rest of the protocol's own names may be tried out. */
const OWN = new Set([
  "progressToken",
  "io.modelcontextprotocol/clientCapabilities",
  "io.modelcontextprotocol/clientInfo",
  "io.modelcontextprotocol/logLevel",
  "io.modelcontextprotocol/protocolVersion",
  "io.modelcontextprotocol/related-task",
  "io.modelcontextprotocol/subscriptionId",
]);
const LARGEST = 16_384;

/** Why request metadata cannot be sent; `undefined` if it can. */
export function metaRefusal(meta: RequestMeta): string | undefined {
  const own = Object.keys(meta).find((key) => OWN.has(key));
  if (own !== undefined) {
    return `midcall sets “${own}” itself, so the metadata of a request cannot contain it.`;
  }
  if (JSON.stringify(meta).length > LARGEST) {
    return `The metadata of a request can have at most ${LARGEST} characters.`;
  }
  return undefined;
}
