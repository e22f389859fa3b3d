import { fileURLToPath } from "node:url";

/** The folder that the packages of the night are installed in. */
const root = fileURLToPath(new URL("../..", import.meta.url));

export default { turbopack: { root }, outputFileTracingRoot: root };
