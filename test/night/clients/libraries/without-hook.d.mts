import type { Reach } from "../library.js";

interface Declared {
  readonly capability?: unknown;
}

export function declaredByMultiServer(reach: Reach): Promise<Declared>;
export function declaredByAgents(reach: Reach): Promise<Declared>;
