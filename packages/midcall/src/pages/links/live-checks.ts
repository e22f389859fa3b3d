import type { LiveCheck } from "../../contracts/pages.js";

/** The live checks that are available in this process. */
export interface LiveChecks {
  /** Sets the check of one link. It belongs to the call that created the link and may use that call's data. */
  setFor(id: string, check: LiveCheck): void;
  /** Adds a check for all secrets of this server and name, used for links without their own. */
  add(server: string, name: string, check: LiveCheck): void;
  /** Removes the check of a link whose visit has ended. */
  drop(id: string): void;
  find(id: string, server: string, name: string): LiveCheck | undefined;
}

/** Most checks of either kind; the oldest are removed first. */
const MAX_CHECKS = 1_000;

export function createLiveChecks(): LiveChecks {
  const ofLinks = new Map<string, LiveCheck>();
  const ofNames = new Map<string, LiveCheck>();
  const nameKey = (server: string, name: string): string => JSON.stringify([server, name]);
  const put = (checks: Map<string, LiveCheck>, key: string, check: LiveCheck): void => {
    checks.delete(key);
    if (checks.size >= MAX_CHECKS) checks.delete(checks.keys().next().value!);
    checks.set(key, check);
  };
  return {
    setFor: (id, check) => put(ofLinks, id, check),
    add: (server, name, check) => put(ofNames, nameKey(server, name), check),
    drop: (id) => void ofLinks.delete(id),
    // Never the check of another link, which may send the secret to a place that another user or call chose.
    find: (id, server, name) => ofLinks.get(id) ?? ofNames.get(nameKey(server, name)),
  };
}
