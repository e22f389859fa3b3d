import { randomInt } from "node:crypto";
import { assertOptions } from "../../internal/assert-options.js";
import { OptionError } from "../../contracts/errors.js";
import { viewOf, type View } from "../views/submission-state.js";
import { errorSummary, page } from "../views/layout.js";
import { html } from "../views/html.js";
import type { Authenticator, Identity, IdentityServices, IdentityStrategy } from "./identity.js";
import { sameText } from "../flows/keys.js";
import { formProof, isOurForm, ownForm, pathOf, type Visit } from "../links/visit.js";
import { sessionKeyOf } from "./session.js";

/** Without letters and digits that look alike. */
const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 6;

/** A random code of about 29 bits. That is enough because attempts are limited per link, and links live for minutes. */
export function makeCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${letters.slice(0, 3).join("")}-${letters.slice(3).join("")}`;
}

/**
 * A code as it is compared: in any case and width, and without what stands between its letters, which may be a minus
 * sign or the long mark of Japanese keyboards.
 */
const plain = (code: string): string =>
  code
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}\u2212\u30FC._]/gu, "");

/**
 * Authenticates the user of this machine: the pages are served on loopback only, and the user has to type a short code
 * from the question before the page shows anything. Knowing the link, or making a browser open it, is not enough.
 *
 * Browsers send cookies to every port of the machine, so a cookie alone gives no access here: the code leads to an
 * address that gives access, in that browser only. Opening the link again requires the code again.
 *
 * Everyone who can read the question can also read the code. This keeps out other users, other accounts of the machine
 * and web sites, but not the client program that the user runs.
 *
 * @param options - `principal`: what the server calls the local user; default `local`
 * @throws OptionError, from `createPages`, when `baseUrl` is not on this machine
 *
 * @example
 * ```ts
 * createPages({ baseUrl: "http://127.0.0.1:8123", secret, store, vault, identify: createLocalIdentity() });
 * ```
 */
export function createLocalIdentity(options: { readonly principal?: string } = {}): Identity {
  assertOptions<{ principal?: string }>("createLocalIdentity", options, { principal: "any" });
  const { principal = "local" } = options;
  const identity: IdentityStrategy = {
    strategy: "local",
    setUp(services) {
      if (!services.base.loopback) {
        throw new OptionError(
          "createLocalIdentity works on this machine only (baseUrl on 127.0.0.1). On the network use createOidcIdentity or createCustomIdentity.",
        );
      }
      return createLocalAuthenticator(principal, services);
    },
  };
  return identity;
}

function createLocalAuthenticator(principal: string, services: IdentityServices): Authenticator {
  const { base, texts, keys, flows, attempts, replies, sessionMs, now } = services;
  const path = ({ token }: Visit): string => pathOf({ token, pass: undefined });
  /*
   * The pass is in the address, which is sent to this port only. The cookie, which every port of the machine receives,
   * only shows that it is the same browser. Access requires both.
   */
  const partsOf = ({ id, session }: Visit, end: string): readonly string[] => [
    "pass",
    sessionKeyOf(session),
    id,
    end,
  ];
  const withPass = (visit: Visit): Visit => {
    const end = String(now() + sessionMs);
    return { ...visit, pass: `${end}.${keys.sign(...partsOf(visit, end))}` };
  };

  const askForCode = (visit: Visit, wrong: string | undefined, status: number): Response => {
    const body = html`<h1>${texts.codeTitle}</h1>
      ${wrong !== undefined && errorSummary(texts, [{ message: wrong, target: "code" }])}
      <p>${texts.codeText}</p>
      <p class="box note">${texts.codeWarning}</p>
      ${ownForm(
        base.path + path(visit),
        formProof(keys, visit),
        html`<div class="field code${wrong !== undefined && " wrong"}">
            <label for="code">${texts.codeLabel}</label>
            <input
              id="code"
              name="code"
              type="text"
              required
              autocomplete="one-time-code"
              autocapitalize="characters"
              spellcheck="false"
              maxlength="32"
              dir="ltr"
              ${wrong !== undefined && html`aria-invalid="true" aria-describedby="errors"`}
            />
          </div>
          <div class="acts"><button class="main">${texts.goOn}</button></div>`,
      )}`;
    const wrongTitle = wrong === undefined ? undefined : texts.errorsTitle;
    const document = page(texts, { title: texts.codeTitle, body, wrong: wrongTitle });
    return replies.html(document, status, visit.session);
  };

  /** Redirects, as after every form. The query says what was wrong, so nothing is stored. */
  const showAgain = (visit: Visit, view: View): Response =>
    replies.seeOther(`${path(visit)}?${view}`);

  return {
    usesCode: true,
    accepts: (who) => who === principal,
    async authenticate(visit) {
      const [, end = "", proof = ""] = /^(\d{1,16})\.([\w-]{43})$/.exec(visit.pass ?? "") ?? [];
      if (visit.session.fresh || !(Number(end) > now())) return undefined;
      return keys.verify(proof, ...partsOf(visit, end)) ? { principal } : undefined;
    },
    restoreVisit: withPass,
    async challenge(visit) {
      const view = viewOf(visit);
      if (view === "empty") return askForCode(visit, texts.codeEnter, 422);
      return view === "again"
        ? askForCode(visit, texts.codeWrong, 422)
        : askForCode(visit, undefined, 200);
    },
    async submit(visit) {
      if (!isOurForm(keys, visit)) {
        // Not even the kind of the form is known to a visitor without the code, so it might be a secret.
        const text = visit.form?.has("code") ? texts.staleForm : texts.staleFormLost;
        return askForCode(visit, text, 403);
      }
      const given = plain((visit.form?.get("code") ?? "").slice(0, 32));
      if (given === "") return showAgain(visit, "empty");
      const known = await flows.find(visit.token);
      const wait = await attempts.byLink(visit.id, known?.flow.principal);
      if (wait !== undefined) return replies.tooManyRequests(wait);
      const code = known?.flow.code;
      // A link that does not exist gets the same response as a wrong code.
      if (!sameText(given, plain(code ?? makeCode())) || !known || code === undefined) {
        return showAgain(visit, "again");
      }
      return replies.seeOther(pathOf(withPass(visit)));
    },
  };
}
