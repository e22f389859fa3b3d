import type { Store } from "../../store/index.js";
import { tokenHash, type Keys } from "../flows/keys.js";
import { sessionKeyOf } from "../identity/session.js";
import type { Visit } from "../links/visit.js";

/** The query that selects a page after a form was submitted. */
export type View = "again" | "review" | "empty";

/** A submitted form that did not end the visit. Never contains values that are hidden while typing. */
export interface Submission {
  readonly status: number;
  /** Pairs of a field's name, or `""` for the whole form, and an error. */
  readonly problems: readonly (readonly [string, string])[];
  /** The submitted values, form-encoded. */
  readonly sent: string;
}

/**
 * Stores submitted forms that have to be shown again. This allows a redirect after every form, so that going back or
 * reloading does not submit it twice. A submission is encrypted, kept for minutes, and readable only for the form's
 * browser, link and user.
 */
export interface SubmissionState {
  /** @param principal - The user who submitted it. Nothing is stored for unauthenticated visitors, so that they cannot fill the store. */
  save(visit: Visit, principal: string, submission: Submission): Promise<void>;
  /** The stored submission, if the request asks for it. */
  find(visit: Visit, principal: string): Promise<Submission | undefined>;
}

const SUBMISSION_TTL_MS = 10 * 60 * 1000;

/** The page a request asks for. */
export function viewOf({ request, form }: Pick<Visit, "request" | "form">): View | undefined {
  // Parsing an address costs more than looking, and most have no query.
  if (form || !request.url.includes("?")) return undefined;
  const asked = new URL(request.url).search.slice(1);
  return asked === "again" || asked === "review" || asked === "empty" ? asked : undefined;
}

export function createSubmissionState(store: Store, keys: Keys): SubmissionState {
  const storeKeyOf = ({ id, session }: Visit, principal: string): string =>
    `midcall:page:draft:${tokenHash(JSON.stringify([id, sessionKeyOf(session), principal]))}`;
  return {
    async save(visit, principal, submission) {
      const key = storeKeyOf(visit, principal);
      await store.put(key, keys.seal(JSON.stringify(submission), key), {
        ttlMs: SUBMISSION_TTL_MS,
        owner: principal,
      });
    },
    async find(visit, principal) {
      if (viewOf(visit) === undefined || visit.session.fresh) return undefined;
      const key = storeKeyOf(visit, principal);
      const sealed = await store.get(key);
      const text = sealed === undefined ? undefined : keys.open(sealed, key);
      return text === undefined ? undefined : (JSON.parse(text) as Submission);
    },
  };
}
