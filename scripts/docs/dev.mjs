// `npm run docs:dev`: the site at http://localhost:5173, which follows changes of the pages. The reference is written once.
import { fileURLToPath } from "node:url";
import { createServer } from "vitepress";
import { writeReference } from "./reference.mjs";

await writeReference();
const server = await createServer(fileURLToPath(new URL("../../docs", import.meta.url)));
await server.listen();
server.printUrls();
