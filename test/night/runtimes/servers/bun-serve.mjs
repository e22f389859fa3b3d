import { mcp } from "./mcp.mjs";

Bun.serve({ fetch: mcp, port: Number(process.env.PORT), hostname: "127.0.0.1" });
