import { fileURLToPath } from "node:url";

const entry = fileURLToPath(new URL("../../examples/dist/conformance/client.js", import.meta.url));
const quote = (path) => `'${path.replaceAll("'", String.raw`'\''`)}'`;

/** Starts our fixture client. The suite ends the shell only, so the client takes the shell's place. */
export const FIXTURE_CLIENT = `exec ${quote(process.execPath)} ${quote(entry)}`;
