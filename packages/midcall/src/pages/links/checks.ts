import type { LiveCheck } from "../../contracts/pages.js";

/** Live checks at hand in this process. */
export interface LiveChecks {
  /** For one link: that of the call that made it, which may know things of that call. */
  setFor(id: string, check: LiveCheck): void;
  /** For all secrets of this server and name, where the link brings none. */
  add(server: string, name: string, check: LiveCheck): void;
  /** The visit is over. */
  drop(id: string): void;
  find(id: string, server: string, name: string): LiveCheck | undefined;
}

/** Most that are remembered of either kind; the oldest go first. */
const MOST = 1_000;

export function createLiveChecks(): LiveChecks {
  const ofLinks = new Map<string, LiveCheck>();
  const ofNames = new Map<string, LiveCheck>();
  const nameKey = (server: string, name: string): string => JSON.stringify([server, name]);
  const put = (checks: Map<string, LiveCheck>, key: string, check: LiveCheck): void => {
    checks.delete(key);
    if (checks.size >= MOST) checks.delete(checks.keys().next().value!);
    checks.set(key, check);
  };
  return {
    setFor: (id, check) => put(ofLinks, id, check),
    add: (server, name, check) => put(ofNames, nameKey(server, name), check),
    drop: (id) => void ofLinks.delete(id),
    // Never that of another link: it may lead to where another person, or another call, pointed.
    find: (id, server, name) => ofLinks.get(id) ?? ofNames.get(nameKey(server, name)),
  };
}
