import { mcp } from "./mcp.js";

Bun.serve({ fetch: mcp });
Bun.serve({ fetch: mcp.fetch, port: 3000 });
Bun.serve({ routes: { "/mcp": mcp } });
export default mcp satisfies { fetch: Bun.Serve.Options<undefined>["fetch"] };
