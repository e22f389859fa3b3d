import { mcp } from "./mcp.js";

Deno.serve(mcp);
Deno.serve({ port: 3000 }, mcp);
export default { fetch: mcp.fetch } satisfies Deno.ServeDefaultExport;
