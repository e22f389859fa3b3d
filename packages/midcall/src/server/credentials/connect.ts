import { OptionError } from "../../contracts/errors.js";
import { digest } from "../state/canonical-json.js";
import { SecretGoneError } from "../errors.js";
import { wrapPageErrors } from "./wrap-page-errors.js";
import { assertName, elicitOnPage, type PageElicitationParts } from "./page-elicitation.js";
import type { PageQuestionOptions } from "./credential-request.js";
import type { StoredSecret } from "../../contracts/pages.js";
import type { VaultScope } from "./secret.js";

/** Options of `ctx.connect`. */
export interface ConnectOptions extends PageQuestionOptions {
  /** The scopes that the token needs, in the provider's terms. If it has fewer, the user is asked again. Default: whatever was granted. */
  readonly scopes?: readonly string[];
  /**
   * Ask even if the account is connected, for instance because the service refuses its token: a token that was revoked
   * early still looks valid from here. At most once in a call; the present connection stays until the user has
   * connected again. Test in a `ctx.step` whether the service refuses the token, as the result may be different later.
   */
  readonly renew?: boolean;
}

/** A user's account at another service. It stays in this process: do not put any of it into a result. */
export interface ConnectedAccount {
  /** The name of the provider, as `createPages` knows it. */
  readonly provider: string;
  /** Prints as `[secret]`; use `reveal()` for the `Authorization` header of a request to that service. */
  readonly accessToken: StoredSecret<string>;
  readonly scopes: readonly string[];
  /** When the token expires, in ms since 1970, if the service says so. Tokens close to their expiry are renewed first. */
  readonly expiresAt: number | undefined;
}

/** The user's account at that provider: connected before, or connected now. */
export async function connect(
  parts: PageElicitationParts,
  { principal, server }: VaultScope,
  provider: string,
  options: ConnectOptions = {},
): Promise<ConnectedAccount> {
  assertName(provider, "ctx.connect");
  const { call, pages } = parts;
  if (!pages.hasProvider(provider)) {
    throw new OptionError(
      `There is no provider "${provider}". Add it to createPages({ providers }) under this name.`,
    );
  }
  const scopes = [...new Set(options.scopes)].sort();
  const account = { principal, server, provider };
  const label = pages.providerLabel?.(provider) ?? provider;
  const what = `the account at "${label}"`;
  const renewed = options.renew === true;
  const which = scopes.length === 0 ? "" : `:${digest(scopes.join(" ")).slice(0, 8)}`;
  await elicitOnPage(
    parts,
    {
      key: options.key ?? `connect:${provider}${which}${renewed ? ":renew" : ""}`,
      what,
      message:
        options.message ??
        `${server} wants to use your account at ${label}. You sign in there, and see there which permissions it asks for.`,
      shows: scopes,
      isThere: async () => !renewed && (await pages.tokens.get(account, scopes)) !== undefined,
      makeLink: (link) => pages.connectLink({ principal, server, provider, scopes, ...link }),
      approve: async () => ({ outcome: "done" }),
    },
    options,
  );
  const found = await call.during(() =>
    wrapPageErrors(call, () => pages.tokens.get(account, scopes)),
  );
  if (found === undefined) {
    throw new SecretGoneError(
      `The account at "${label}" was connected earlier in this call and no longer is: it was disconnected, or its token expired or was revoked. ` +
        "Call again to be asked for it.",
    );
  }
  const { token, expiresAt } = found;
  return { provider, accessToken: token, scopes: found.scopes, expiresAt };
}
