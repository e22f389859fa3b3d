import type { ClientLibrary } from "../library.js";

export const connect: ClientLibrary["connect"];
