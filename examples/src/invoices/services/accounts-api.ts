import { type Context, Hono } from "hono";
import type { Provider } from "oidc-provider";

/** An API for accounts. It requires an access token that was issued for it, with the right scope. */
export function createAccountsApi(
  provider: Provider,
  audience: string,
  note: (line: string) => Promise<void>,
): Hono {
  const takenBack = new Set<string>();

  /** The user of a request, or the response that tells the caller what is missing (RFC 6750). */
  const admit = async (c: Context, scope: string): Promise<string | Response> => {
    const token = c.req.header("authorization")?.replace(/^Bearer /, "") ?? "";
    const found = await provider.AccessToken.find(token);
    if (!found?.isValid || ![found.aud].flat().includes(audience)) {
      return c.json({ error: "invalid_token" }, 401, { "www-authenticate": "Bearer" });
    }
    if (takenBack.delete(found.accountId)) {
      await found.destroy();
      return c.json({ error: "invalid_token" }, 401, { "www-authenticate": "Bearer" });
    }
    const isAllowed = found.scope?.split(" ").includes(scope) ?? false;
    if (isAllowed) return found.accountId;
    const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
    return c.json({ error: "insufficient_scope" }, 403, { "www-authenticate": challenge });
  };

  return (
    new Hono()
      .get("/customers", async (c) => {
        const user = await admit(c, "customers:read");
        if (typeof user !== "string") return user;
        return c.json(user === "alice" ? ["Globex", "Initech"] : ["Umbrella"]);
      })
      .post("/reminders", async (c) => {
        const user = await admit(c, "reminders:send");
        if (typeof user !== "string") return user;
        const { customer } = await c.req.json<{ customer: string }>();
        await note(`${user} reminded ${customer}`);
        return c.json({ sent: true });
      })
      // Simulates a user who revokes access: the next token is rejected, long before it expires.
      .post("/take-back/:user", (c) => {
        takenBack.add(c.req.param("user"));
        return c.body(null, 204);
      })
  );
}
