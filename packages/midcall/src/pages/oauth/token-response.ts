import { ConnectError } from "../errors.js";

type Json = Readonly<Record<string, unknown>>;

/**
 * A response of a token endpoint as RFC 6749 has it. Many services stray from that where it does no harm, and
 * would be of no use otherwise: what is said in no usable way counts as not said, and a no with status 200 (GitHub)
 * as a no. What a token is, for whom and for how much stays as it came, to be checked.
 *
 * @throws ConnectError when it is a no
 */
export async function tokenResponse(response: Response): Promise<Response> {
  const { status, headers } = response;
  if (status !== 200) return response;
  const text = await response.text();
  const body = parse(text);
  if (body === undefined) return new Response(text, { status, headers });
  if (typeof body["error"] === "string" && body["access_token"] === undefined) {
    throw refused(body["error"]);
  }
  const said = Object.entries(body).filter(([name, value]) => !isNothing(name, value));
  return new Response(JSON.stringify(Object.fromEntries(said)), { status, headers });
}

/** A lifetime that is no time at all (`null`, `0`, `-1`, `"never"`) is that of a token without an end. */
function isNothing(name: string, value: unknown): boolean {
  switch (name) {
    case "expires_in": {
      const seconds = typeof value === "string" ? parseFloat(value) : value;
      return value === null || (typeof seconds === "number" && !(seconds > 0));
    }
    case "refresh_token":
      return value === null || value === "";
    case "scope":
    case "id_token":
      return value === null;
    default:
      return false;
  }
}

function parse(text: string): Json | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && !Array.isArray(body)
      ? (body as Json)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The no of a service, by its code. */
export function refused(error: string): ConnectError {
  const code = /^[\w.-]{1,64}$/.test(error) ? error : "unknown_error";
  const hint = code === "invalid_client" ? " Look at clientId, clientSecret and clientAuth." : "";
  return new ConnectError(`The authorization server refused: ${code}.${hint}`, "refused", code);
}
