import type { KnownHost } from "../packages/midcall/src/server/host/known-hosts.js";

export const file: string;
export function page(knownHosts: readonly KnownHost[], text?: string): Promise<string>;
