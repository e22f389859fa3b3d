import { OptionError } from "../../contracts/errors.js";
import { errorName } from "../../internal/error-name.js";
import type { Authenticator, Identity, IdentityServices, IdentityStrategy } from "./identity.js";
import type { User, Visit } from "../links/visit.js";
import { isUrl } from "../../internal/is-url.js";

/**
 * Authenticates the sender of a request by something that has been verified: a session cookie of your site, or a header
 * set by your proxy. Never by the URL. The request is a GET with the visitor's headers. Its `url` is the public address
 * of the link, even behind a proxy and when the user returns from another service.
 *
 * Returns the principal, as the MCP server knows the user; `undefined` if no user is signed in; or a response that
 * leads to your sign-in page and from there back to `request.url`. After a form, a redirect to another origin becomes a
 * page that leads there, with its cookies, because browsers block such redirects.
 */
export type Authenticate = (request: Request) => AuthenticatedUser | Promise<AuthenticatedUser>;
/**
 * The principal, alone or with a label to show to the user; a response that leads to the sign-in; or `undefined` for no
 * user.
 */
export type AuthenticatedUser = string | User | Response | undefined;

/**
 * Authenticates users with your own function. A cookie the function relies on must be `SameSite=Lax`, because users
 * return to connect pages from another site. If the function throws, the error is logged and no user is authenticated.
 *
 * @throws OptionError when `authenticate` is not a function
 *
 * @example
 * ```ts
 * createCustomIdentity(async (request) => (await mySessions.read(request.headers.get("cookie")))?.sub);
 * ```
 */
export function createCustomIdentity(authenticate: Authenticate): Identity {
  if (typeof authenticate !== "function")
    throw new OptionError(
      `The argument of createCustomIdentity must be a function, not ${typeof authenticate}.`,
    );
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
  const callAuthenticate = async (visit: Visit): Promise<AuthenticatedUser> => {
    try {
      // Only the headers are passed on: a form may contain a secret, and the URL of a callback contains a code.
      const { headers } = visit.request;
      return await recognise(new Request(addressOf(visit), { headers }));
    } catch (error) {
      logger.error(
        `midcall pages: the function of createCustomIdentity threw ${errorName(error)}, so the visitor is not authenticated.`,
      );
      return undefined;
    }
  };
  const challenge = async (visit: Visit): Promise<Response> => {
    const found = await callAuthenticate(visit);
    // A copy, because headers are added later, and those of a redirect or a fetched response are immutable.
    return found instanceof Response
      ? new Response(found.body, found)
      : replies.notAvailable(undefined);
  };
  const submit = async (visit: Visit): Promise<Response> => {
    const answer = await challenge(visit);
    const { status, headers } = answer;
    const location = headers.get("location");
    if (status < 300 || status > 399 || location === null) return answer;
    const from = addressOf(visit);
    const target = isUrl(location, from) ? new URL(location, from) : undefined;
    if (!target || !/^https?:$/.test(target.protocol)) return replies.notAvailable(undefined);
    // 307 and 308 would forward the form.
    if (target.origin === base.origin && status < 307) return answer;
    return replies.continueTo(target, headers.getSetCookie());
  };
  return {
    usesCode: false,
    accepts: () => true,
    async authenticate(visit) {
      const found = await callAuthenticate(visit);
      if (found === undefined || found instanceof Response) return undefined;
      const user = typeof found === "string" ? { principal: found } : found;
      const { principal } = user;
      return typeof principal === "string" && principal !== "" ? user : undefined;
    },
    challenge,
    submit,
  };
}
