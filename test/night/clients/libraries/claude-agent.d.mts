import type { Inbox } from "midcall/client";
import type { ClientLibrary, ConnectedHost, Reach } from "../library.js";

export const connect: ClientLibrary["connect"];

/** Without an inbox. */
export function connectUnattached(reach: Reach): Promise<ConnectedHost>;

/** With a server in this process, whose tool `ask` asks. */
export function connectInProcess(inbox: Inbox): Promise<ConnectedHost>;
