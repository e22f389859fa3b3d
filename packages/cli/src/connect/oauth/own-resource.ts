/** Whether a resource that the metadata of a server names (RFC 9728), or that a token is for, is that server and no more. */
export function isOwnResource(server: string, resource: string): boolean {
  const own = canonical(server);
  // One with a fragment is none (RFC 8707).
  return own !== undefined && canonical(resource) === own && !resource.includes("#");
}

/**
 * A resource as it is compared: as the URL standard writes it, and without a slash at its end, which the specification leaves to
 * the server; `undefined` if it is no URL.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization#canonical-server-uri
 */
function canonical(resource: string): string | undefined {
  if (!URL.canParse(resource)) return undefined;
  const url = new URL(resource);
  if (url.username !== "" || url.password !== "") return undefined;
  return `${url.origin}${url.pathname.replace(/\/$/, "")}${url.search}`;
}
