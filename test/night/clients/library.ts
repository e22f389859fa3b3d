import type { Inbox } from "midcall/client";
import type { ProtocolVersion } from "midcall/testing";

/** A way to reach a server. */
export interface Wire {
  readonly protocolVersion: ProtocolVersion;
  readonly transport: "stdio" | "http";
}

/** How a server is reached: a program to start, or an address. */
export type Reach =
  | { readonly command: string; readonly args: readonly string[] }
  | { readonly url: string };

/** A host on a client library, connected to one server. */
export interface ConnectedHost {
  /** Calls a tool as the library's users do; the text of its result. Rejects if the library throws. */
  call(name: string, args?: object, signal?: AbortSignal): Promise<string>;
  /** Gets a prompt without arguments, if the library has prompts; its text. */
  readonly prompt?: ((name: string) => Promise<string>) | undefined;
  close(): Promise<void>;
}

/** A client library that midcall supports. */
export interface ClientLibrary {
  /** The package, as the table in docs/clients.md names it. */
  readonly name: string;
  /** The entry of midcall for it. */
  readonly entry: string;
  /** What it speaks. */
  readonly wires: readonly Wire[];
  /** It connects its questions to `inbox` in the name `Other`. */
  readonly connect: (inbox: Inbox, reach: Reach, wire: Wire) => Promise<ConnectedHost>;
}

/** Every protocol version of 2025 over both transports. */
export const wires2025: readonly Wire[] = (["2025-06-18", "2025-11-25"] as const).flatMap(
  (protocolVersion) => [
    { protocolVersion, transport: "stdio" },
    { protocolVersion, transport: "http" },
  ],
);

/** 2026-07-28 over both transports. */
export const wires2026: readonly Wire[] = [
  { protocolVersion: "2026-07-28", transport: "stdio" },
  { protocolVersion: "2026-07-28", transport: "http" },
];
