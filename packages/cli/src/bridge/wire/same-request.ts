import { createHash } from "node:crypto";
import { isMembers, type Request } from "./messages.js";

/** A digest of what makes a request the same one in its next round: all but its metadata and the answers. */
export function requestDigest({ method, params = {} }: Request): string {
  const asked = { ...params };
  for (const name of ["_meta", "inputResponses", "requestState"]) delete asked[name];
  return createHash("sha256")
    .update(canonical([method, asked]))
    .digest("base64url");
}

/** JSON with the members of objects in order of their names. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isMembers(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : part,
  );
}
