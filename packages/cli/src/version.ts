import { createRequire } from "node:module";

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

/** The version of this package. */
export const VERSION: string = version;
