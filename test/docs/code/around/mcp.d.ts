import type { HttpHandler } from "midcall/server";

/** The handler that each file of docs/runtimes.md mounts. */
export declare const mcp: HttpHandler;
