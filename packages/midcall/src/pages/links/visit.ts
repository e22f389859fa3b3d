import { flag, html, type Html } from "../views/html.js";
import { tokenHash, type Keys } from "../flows/keys.js";
import { sessionKeyOf, type Session } from "../identity/session.js";

/** One request to a link. */
export interface Visit {
  readonly request: Request;
  /** From the URL; well formed, and no more is known about it. */
  readonly token: string;
  /** What the token goes by. */
  readonly id: string;
  /** What the address has after the token: a pass of the gate, where it gives any. Not checked yet. */
  readonly pass: string | undefined;
  readonly session: Session;
  /** What was sent; nothing on a GET. */
  readonly form: URLSearchParams | undefined;
}

/** Who has opened a page, as far as that is certain. */
export interface User {
  readonly principal: string;
  /** How they know the account themselves, to be shown to them. */
  readonly label?: string;
}

const FIELD = "proof";

/**
 * Proof that a form was made for this browser, this link and this person: what one page hands out is
 * of no use on another, after a change of account, or to a site that makes the browser send things.
 */
export function formProof(keys: Keys, visit: Visit, person?: User): string {
  return keys.sign(...partsOf(visit, person));
}

const partsOf = ({ session, id }: Visit, person: User | undefined): readonly string[] => [
  "form",
  sessionKeyOf(session),
  id,
  person ? `p${person.principal}` : "",
];

/** Whether what was sent came from a form of ours, made for this browser, link and person. */
export function isOurForm(keys: Keys, visit: Visit, person?: User): boolean {
  const given = visit.form?.get(FIELD) ?? "";
  return (
    !visit.session.fresh && given.length < 100 && keys.verify(given, ...partsOf(visit, person))
  );
}

/** A form that leads back to the link it is on. */
export function ownForm(path: string, proof: string, body: Html): Html {
  return html`<form method="post" action="${path}" ${flag("novalidate", true)}>
    <input type="hidden" name="${FIELD}" value="${proof}" />${body}
  </form>`;
}

/** A request that stands for a link without being one: the way back from somewhere else. */
export function toReturnVisit(token: string, session: Session, request: Request): Visit {
  return { request, token, id: tokenHash(token), pass: undefined, session, form: undefined };
}

/** Where a visit goes on. The pass stays in the path: a cookie would go to every port of this machine. */
export const pathOf = ({ token, pass }: Pick<Visit, "token" | "pass">): string =>
  `/l/${token}${pass === undefined ? "" : `/${pass}`}`;
