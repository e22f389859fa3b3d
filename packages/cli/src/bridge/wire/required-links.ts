import { isMembers, type Members, type Response, URL_ELICITATION_REQUIRED } from "./messages.js";

/** More than a user opens for one call. */
const MOST_LINKS = 10;

/**
 * The links that a server of 2025-11-25 requires to be opened before it takes a call; none for any other response.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
 */
export function requiredLinks({ error }: Response): readonly Members[] {
  if (error?.code !== URL_ELICITATION_REQUIRED || !isMembers(error.data)) return [];
  const { elicitations } = error.data;
  const links = Array.isArray(elicitations) ? elicitations.filter(isMembers) : [];
  return links.length > MOST_LINKS ? [] : links.map((link) => ({ ...link, mode: "url" }));
}
