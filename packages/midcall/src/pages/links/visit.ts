import { flag, html, type Html } from "../views/html.js";
import { tokenHash, type Keys } from "../flows/keys.js";
import { sessionKeyOf, type Session } from "../identity/session.js";

/** One request to a link. */
export interface Visit {
  readonly request: Request;
  /** The token from the URL; well-formed, but not verified. */
  readonly token: string;
  /** The hash of the token. */
  readonly id: string;
  /** The part of the path after the token: a pass, if the identity strategy uses them. Not verified. */
  readonly pass: string | undefined;
  readonly session: Session;
  /** The submitted form; `undefined` for a GET. */
  readonly form: URLSearchParams | undefined;
}

/** An authenticated user. */
export interface User {
  readonly principal: string;
  /** The label by which the user knows the account, to be shown to them. */
  readonly label?: string;
}

const FIELD = "proof";

/**
 * Proves that a form was created for this browser, this link and this user. A proof from one page is useless on another
 * page, after a change of account, and to a site that makes the browser send a forged request.
 */
export function formProof(keys: Keys, visit: Visit, user?: User): string {
  return keys.sign(...partsOf(visit, user));
}

const partsOf = ({ session, id }: Visit, user: User | undefined): readonly string[] => [
  "form",
  sessionKeyOf(session),
  id,
  user ? `p${user.principal}` : "",
];

/** Whether the submitted form is one of ours, created for this browser, link and user. */
export function isOurForm(keys: Keys, visit: Visit, user?: User): boolean {
  const given = visit.form?.get(FIELD) ?? "";
  return !visit.session.fresh && given.length < 100 && keys.verify(given, ...partsOf(visit, user));
}

/** A form that is submitted to the link it is on. @param isSudden - whether a click in its first moment does nothing */
export function ownForm(path: string, proof: string, body: Html, isSudden = false): Html {
  const className = isSudden ? html`class="sudden"` : undefined;
  return html`<form method="post" action="${path}" ${className} ${flag("novalidate", true)}>
    <input type="hidden" name="${FIELD}" value="${proof}" />${body}
  </form>`;
}

/** Submits the same form again. */
export const ownFormAgain = (path: string, form: URLSearchParams, text: string): Html =>
  html`<form method="post" action="${path}">
    ${[...form].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="main">${text}</button>
  </form>`;

/** The visit a callback belongs to. Its request is not for the link itself. */
export function toReturnVisit(token: string, session: Session, request: Request): Visit {
  return { request, token, id: tokenHash(token), pass: undefined, session, form: undefined };
}

/** The path of a visit. The pass is in the path, because a cookie would be sent to every port of this machine. */
export const pathOf = ({ token, pass }: Pick<Visit, "token" | "pass">): string =>
  `/l/${token}${pass === undefined ? "" : `/${pass}`}`;
