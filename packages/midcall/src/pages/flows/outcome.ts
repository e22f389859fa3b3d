import type { ElicitContent } from "../../schema/index.js";

/**
 * How a visit ended. Each end is told as what it was.
 *
 * - `done`: the person did it. `content` on answer pages; on secret pages `checked` tells whether the
 *   live check looked at it (it did not when the page was served by a process that does not have the check).
 * - `declined`: the person said no. `cancelled`: the person, or the caller, called it off.
 * - `expired`: nobody came in time, or nobody finished.
 * - `wrong-person`: it expired, and the only ones who came were signed in as somebody else.
 * - `provider-error`: the other service refused; `error` is its OAuth code, such as `access_denied`.
 * - `failed`: it broke on this side; `reason` says how, without any content.
 */
export type VisitEnd =
  | { readonly status: "done"; readonly content?: ElicitContent; readonly checked?: boolean }
  | { readonly status: "declined" }
  | { readonly status: "cancelled" }
  | { readonly status: "expired" }
  | { readonly status: "wrong-person" }
  | { readonly status: "provider-error"; readonly error: string }
  | { readonly status: "failed"; readonly reason: string };

/** Who has been at the link so far. */
export type VisitSeen = "nobody" | "wrong-person" | "person";
