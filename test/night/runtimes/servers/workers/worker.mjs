import { mcp } from "../mcp.mjs";

export default { fetch: mcp.fetch };
