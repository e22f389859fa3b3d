import type { ClientLibrary } from "../library.js";

/** With a client of SDK 2. */
export const connect: ClientLibrary["connect"];

/** With a client of SDK 1.x. */
export const connectSdkV1: ClientLibrary["connect"];
