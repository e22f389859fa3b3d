import { randomBytes } from "node:crypto";
import { RequestError } from "../errors.js";
import type { ConfiguredServer } from "./read-configuration.js";

/** Servers that were shown to the user and not added yet. Their secrets stay in this process. */
export interface PendingImports {
  /** @returns an id for {@link PendingImports.get} */
  add(servers: readonly ConfiguredServer[]): string;
  /** @throws RequestError when it is too old */
  get(id: string): readonly ConfiguredServer[];
}

const MOST = 40;

export function createPendingImports(): PendingImports {
  const pending = new Map<string, readonly ConfiguredServer[]>();
  return {
    add(servers) {
      const id = randomBytes(12).toString("hex");
      pending.set(id, servers);
      if (pending.size > MOST) pending.delete(pending.keys().next().value!);
      return id;
    },
    get(id) {
      const found = pending.get(id);
      if (!found)
        throw new RequestError(404, "This list is too old. Read the configuration again.");
      return found;
    },
  };
}
