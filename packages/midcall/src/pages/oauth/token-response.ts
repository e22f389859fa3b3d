import { refusal } from "./connect-errors.js";

type Json = Readonly<Record<string, unknown>>;

/**
 * Normalizes the response of a token endpoint to RFC 6749. Many services deviate from it in harmless ways: optional
 * members with unusable values are removed, and an error with status 200 (GitHub) is treated as an error. Everything
 * that says what the token is, for whom and for which scopes is left as it is, to be validated.
 *
 * @throws ConnectError when the response is an error
 */
export async function tokenResponse(response: Response): Promise<Response> {
  const { status, headers } = response;
  if (status !== 200) return response;
  const text = await response.text();
  const body = parse(text);
  if (body === undefined) return new Response(text, { status, headers });
  if (typeof body["error"] === "string" && body["access_token"] === undefined) {
    throw refusal(body["error"]);
  }
  const said = Object.entries(body).filter(([name, value]) => !isUnstated(name, value));
  return new Response(JSON.stringify(Object.fromEntries(said)), { status, headers });
}

/** Whether a member says nothing. A lifetime of `null`, `0`, `-1` or `"never"` means a token that does not expire. */
function isUnstated(name: string, value: unknown): boolean {
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
