import type { McpServer } from "@modelcontextprotocol/server";
import { OptionError } from "../../contracts/errors.js";
import { connect } from "./connect.js";
import type { Elicitation } from "../context.js";
import { NoPrincipalError } from "../errors.js";
import type { PageElicitationParts } from "./page-elicitation.js";
import { createRequiredLinks, type RequiredLinkParts } from "../url-mode/required-links.js";
import { type VaultScope, secret } from "./secret.js";
import { nameOf } from "../server-name.js";

/** What `ctx.secret` and `ctx.connect` of one call are made of. */
export interface CredentialParts
  extends Omit<PageElicitationParts, "pages" | "required">, Omit<RequiredLinkParts, "pages"> {
  /** The person the call is bound to, where one is known. */
  readonly principal: string | undefined;
  readonly server: McpServer;
}

/** `ctx.secret` and `ctx.connect`: what is kept for the person, and asked for where it is not there yet. */
export function createCredentials(parts: CredentialParts): Pick<Elicitation, "secret" | "connect"> {
  let made: { readonly parts: PageElicitationParts; readonly holder: VaultScope } | undefined;

  /** Made when first used: most handlers never do. */
  const prepare = (
    method: string,
  ): { readonly parts: PageElicitationParts; readonly holder: VaultScope } => {
    if (made !== undefined) return made;
    const { settings, principal } = parts;
    const { pages } = settings;
    if (pages === undefined) {
      throw new OptionError(
        `${method} needs pages, where people enter what must not pass through the host, and there are none. ` +
          "Pass createElicitation({ pages: createPages({ … }) }), with createPages from midcall/pages.",
      );
    }
    if (principal === undefined) {
      throw new NoPrincipalError(
        `${method} keeps things for a person, and nobody is known to be behind this request. ` +
          "Put authorization in front of the server and pass the token's `sub` on as authInfo.extra.sub, " +
          "or pass `principal` to createElicitation.",
      );
    }
    const required = createRequiredLinks({ ...parts, pages });
    const holder = { principal, server: nameOf(parts.server, settings) };
    return (made = { parts: { ...parts, pages, required }, holder });
  };

  const { call } = parts;
  const kept = {
    secret: (name: string, options?: object) =>
      call.onLine(`secret ${name}`, async () => {
        const { parts, holder } = prepare("ctx.secret");
        return secret(parts, holder, name, options);
      }),
    connect: (provider: string, options?: object) =>
      call.onLine(`connect ${provider}`, async () => {
        const { parts, holder } = prepare("ctx.connect");
        return connect(parts, holder, provider, options);
      }),
  };
  return kept as Pick<Elicitation, "secret" | "connect">;
}
