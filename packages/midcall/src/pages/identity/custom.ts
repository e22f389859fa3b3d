import { OptionError } from "../../contracts/errors.js";
import type { Authenticator, Identity, IdentityServices, IdentityStrategy } from "./identity.js";
import type { User, Visit } from "../links/visit.js";

/**
 * Finds out who sent a request, from what has been verified: a session cookie of your site, a header set
 * by your proxy. Never from the URL. The request is a GET with the headers of the visitor; its `url` is the
 * public address of the link, also behind a proxy and on the way back from another service.
 *
 * Gives the principal, as the MCP server knows that person; nothing if nobody is signed in; or a response
 * that leads to your sign-in and from there back to `request.url`. Where somebody sends a form, a redirect
 * to another origin becomes a page that leads there, with its cookies: browsers block such redirects after
 * a form.
 */
export type Authenticate = (request: Request) => AuthenticatedUser | Promise<AuthenticatedUser>;
/** Who it is: the principal, alone or with a label to be shown to them; or where to sign in; or nobody. */
export type AuthenticatedUser = string | User | Response | undefined;

/**
 * Identity by a function of your own. A cookie it relies on has to be `SameSite=Lax`, as connect pages are
 * come back to from another site. What it throws counts as "nobody", and is logged.
 *
 * @example
 * ```ts
 * createCustomIdentity(async (request) => (await mySessions.read(request.headers.get("cookie")))?.sub);
 * ```
 */
export function createCustomIdentity(authenticate: Authenticate): Identity {
  if (typeof authenticate !== "function") throw new OptionError("customIdentity takes a function.");
  const identity: IdentityStrategy = {
    strategy: "custom",
    setUp: (services) => createCustomAuthenticator(authenticate, services),
  };
  return identity;
}

function createCustomAuthenticator(
  recognise: Authenticate,
  { base, replies, logger }: IdentityServices,
): Authenticator {
  const addressOf = ({ token }: Visit): string => base.at(`/l/${token}`);
  const ask = async (visit: Visit): Promise<AuthenticatedUser> => {
    try {
      // The body stays ours: a form that holds a secret is nobody else's business. So does what a service sent back.
      const { headers } = visit.request;
      return await recognise(new Request(addressOf(visit), { headers }));
    } catch (error) {
      const name = error instanceof Error ? error.name : typeof error;
      logger.error(`midcall pages: identify threw ${name}; the visitor counts as nobody.`);
      return undefined;
    }
  };
  const greet = async (visit: Visit): Promise<Response> => {
    const found = await ask(visit);
    // A copy: headers of ours are added, and those of a redirect or a fetched response cannot be changed.
    return found instanceof Response
      ? new Response(found.body, found)
      : replies.notAvailable(undefined);
  };
  const enter = async (visit: Visit): Promise<Response> => {
    const answer = await greet(visit);
    const { status, headers } = answer;
    const location = headers.get("location");
    if (status < 300 || status > 399 || location === null) return answer;
    const from = addressOf(visit);
    const target = URL.canParse(location, from) ? new URL(location, from) : undefined;
    if (!target || !/^https?:$/.test(target.protocol)) return replies.notAvailable(undefined);
    // 307 and 308 would send what was typed along.
    if (target.origin === base.origin && status < 307) return answer;
    return replies.continueTo(target, headers.getSetCookie());
  };
  return {
    usesCode: false,
    accepts: () => true,
    async authenticate(visit) {
      const found = await ask(visit);
      if (found === undefined || found instanceof Response) return undefined;
      const person = typeof found === "string" ? { principal: found } : found;
      const { principal } = person;
      return typeof principal === "string" && principal !== "" ? person : undefined;
    },
    challenge: greet,
    submit: enter,
  };
}
