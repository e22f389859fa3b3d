import type { SessionIds } from "./replicas/ids.js";

/** A session as all replicas know it. */
export interface SessionIdentity {
  /** Its id, together with its owner. Never shown to anybody. */
  readonly name: string;
  /** The user whom the store counts its records for. */
  readonly user: string;
  readonly ids: SessionIds;
}
