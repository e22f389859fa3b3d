import type { Inbox } from "midcall/client";
import type { ClientLibrary, ConnectedHost, Reach } from "../library.js";

/** With a client of SDK 2. */
export const connect: ClientLibrary["connect"];

/** With a client of SDK 1.x. */
export const connectSdkV1: ClientLibrary["connect"];

/** With options of `loadMcpTools`. */
export function connectWith(
  inbox: Inbox,
  reach: Reach,
  loadOptions: object,
): Promise<ConnectedHost>;
