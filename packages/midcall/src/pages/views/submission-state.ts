import type { Store } from "../../store/index.js";
import { tokenHash, type Keys } from "../flows/keys.js";
import { sessionKeyOf } from "../identity/session.js";
import type { Visit } from "../links/visit.js";

/** How a page that follows a sent form is asked for. */
export type View = "again" | "review" | "empty";

/** What a form led to that did not end the visit. Never holds what is hidden while it is typed. */
export interface Submission {
  readonly status: number;
  /** Names of fields, or `""` for all of it, and what is wrong. */
  readonly problems: readonly (readonly [string, string])[];
  /** What was sent, as a form. */
  readonly sent: string;
}

/**
 * Forms that were sent and are to be looked at again. Kept here, so that a form is always answered with a
 * redirect: going back or reloading then sends nothing a second time. Sealed, for minutes, and for the
 * browser, link and person of the form alone.
 */
export interface SubmissionState {
  /** @param principal - who sent it; of somebody unknown nothing is kept, so that no number of them fills the store */
  save(visit: Visit, principal: string, draft: Submission): Promise<void>;
  /** The draft, if the request asks for it. */
  find(visit: Visit, principal: string): Promise<Submission | undefined>;
}

const DRAFT_MS = 10 * 60 * 1000;

/** Which page a request asks for. */
export function viewOf({ request, form }: Visit): View | undefined {
  if (form) return undefined;
  const asked = new URL(request.url).search.slice(1);
  return asked === "again" || asked === "review" || asked === "empty" ? asked : undefined;
}

export function createSubmissionState(store: Store, keys: Keys): SubmissionState {
  const placeOf = ({ id, session }: Visit, principal: string): string =>
    `midcall:page:draft:${tokenHash(JSON.stringify([id, sessionKeyOf(session), principal]))}`;
  return {
    async save(visit, principal, draft) {
      const place = placeOf(visit, principal);
      await store.put(place, keys.seal(JSON.stringify(draft), place), {
        ttlMs: DRAFT_MS,
        owner: principal ?? "",
      });
    },
    async find(visit, principal) {
      if (viewOf(visit) === undefined || visit.session.fresh) return undefined;
      const place = placeOf(visit, principal);
      const sealed = await store.get(place);
      const text = sealed === undefined ? undefined : keys.open(sealed, place);
      return text === undefined ? undefined : (JSON.parse(text) as Submission);
    },
  };
}
