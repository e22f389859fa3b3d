import type { StoredFlow } from "../flows/flow-store.js";
import type { Flows } from "../flows/flows.js";
import type { User, Visit } from "./visit.js";

/**
 * The flow of a link, if the user who opens it is the one who was asked. Anyone else gets the same page whether the link
 * exists or not.
 */
export async function admit(
  flows: Pick<Flows, "load" | "recordVisitor">,
  visit: Visit,
  user: User,
): Promise<StoredFlow | undefined> {
  const stored = await flows.load(visit.id);
  if (!stored) return undefined;
  const isRight = stored.flow.principal === user.principal;
  if (!isPrefetch(visit.request)) {
    await flows.recordVisitor(stored, isRight ? "user" : "wrong-user");
  }
  return isRight ? stored : undefined;
}

/** A browser or mail scanner that fetches a link ahead of time does not count as a visitor. */
function isPrefetch({ method, headers }: Request): boolean {
  return method === "HEAD" || /prefetch/i.test(headers.get("sec-purpose") ?? "");
}
