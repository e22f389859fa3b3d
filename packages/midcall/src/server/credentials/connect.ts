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
  /** What the token must allow, in the provider's words. The person is asked again where it allows less. Default: whatever was granted. */
  readonly scopes?: readonly string[];
  /**
   * Ask even where the account is connected, for instance because the service refuses its token: one that was taken
   * back before its end looks good from here. At most once in a call; what is there stays until the person has
   * connected again. Whether the service refuses it belongs in a `ctx.step`, as it may look different later.
   */
  readonly renew?: boolean;
}

/** A person's account at another service. Stays in this process: none of it belongs in a result. */
export interface ConnectedAccount {
  /** The name of the provider, as `createPages` knows it. */
  readonly provider: string;
  /** Prints as `[secret]`; `reveal()` it into the `Authorization` header of a request to that service. */
  readonly accessToken: StoredSecret<string>;
  readonly scopes: readonly string[];
  /** Milliseconds since 1970, where the service says. Tokens near their end are renewed before they are given. */
  readonly expiresAt: number | undefined;
}

/** The person's account at that provider: as connected before, or as the person connects it now. */
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
      `There is no provider "${provider}". Describe it in createPages({ providers }), under this name.`,
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
        `${server} wants to use your account at ${label}. You sign in there, and see there what it asks for.`,
      isThere: async () => !renewed && (await pages.tokens.get(account, scopes)) !== undefined,
      makeLink: (link) => pages.connectLink({ principal, server, provider, scopes, ...link }),
      approve: async () => ({ outcome: "done" }),
    },
    options,
  );
  const kept = await call.during(() =>
    wrapPageErrors(call, () => pages.tokens.get(account, scopes)),
  );
  if (kept === undefined) {
    throw new SecretGoneError(
      `The account at "${label}" was connected earlier in this call and is not any more: it was disconnected, its token ran out, or it was taken back. ` +
        "Call again to be asked for it.",
    );
  }
  const { token, expiresAt } = kept;
  return { provider, accessToken: token, scopes: kept.scopes, expiresAt };
}
