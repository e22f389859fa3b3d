import type { Server } from "node:net";
import type { Store } from "midcall/store";
export function serveStore(path: string): Promise<Server>;
export function connectStore(path: string): Promise<Store & { close(): void }>;
