import { OptionError } from "../../contracts/errors.js";
import type { Call } from "../call/call.js";
import { connect } from "./connect.js";
import type { Elicitation } from "../context.js";
import { NoPrincipalError } from "../errors.js";
import type { PageElicitationParts } from "./page-elicitation.js";
import { createRequiredLinks, type RequiredLinkParts } from "../url-mode/required-links.js";
import { type VaultScope, secret } from "./secret.js";

/** The parts that `ctx.secret` and `ctx.connect` of one call need. */
export interface CredentialParts
  extends
    Omit<PageElicitationParts, "call" | "pages" | "required">,
    Omit<RequiredLinkParts, "call" | "pages"> {
  /** The user the call is bound to, where one is known. */
  readonly principal: string | undefined;
  /** The name of the server. */
  readonly server: string;
}

/** `ctx.secret` and `ctx.connect`: credentials stored for the user, who is asked for those that are missing. */
export function createCredentials(
  call: Call,
  parts: CredentialParts,
): Pick<Elicitation, "secret" | "connect"> {
  let made: { readonly parts: PageElicitationParts; readonly scope: VaultScope } | undefined;

  /** Created on first use, because most handlers do not need it. */
  const prepare = (
    method: string,
  ): { readonly parts: PageElicitationParts; readonly scope: VaultScope } => {
    if (made !== undefined) return made;
    const { settings, principal } = parts;
    const { pages } = settings;
    if (pages === undefined) {
      throw new OptionError(
        `${method} needs pages, where users enter what must not pass through the host, but none are configured. ` +
          "Pass createElicitation({ pages: createPages({ … }) }), with createPages from midcall/pages.",
      );
    }
    if (principal === undefined) {
      throw new NoPrincipalError(
        `${method} stores credentials for a user, but the user behind this request is not known. ` +
          "Put authorization in front of the server and pass the token's `sub` on as authInfo.extra.sub, " +
          "or pass `principal` to createElicitation.",
      );
    }
    const required = createRequiredLinks({ ...parts, call, pages });
    const scope = { principal, server: parts.server };
    return (made = { parts: { ...parts, call, pages, required }, scope });
  };

  const methods = {
    secret: (name: string, options?: object) =>
      call.onLine(`secret ${name}`, async () => {
        const { parts, scope } = prepare("ctx.secret");
        return secret(parts, scope, name, options);
      }),
    connect: (provider: string, options?: object) =>
      call.onLine(`connect ${provider}`, async () => {
        const { parts, scope } = prepare("ctx.connect");
        return connect(parts, scope, provider, options);
      }),
  };
  return methods as Pick<Elicitation, "secret" | "connect">;
}
