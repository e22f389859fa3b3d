import { mcp } from "./mcp.mjs";

Deno.serve(mcp);
