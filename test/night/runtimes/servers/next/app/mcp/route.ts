import { mcp } from "../../../mcp.mjs";

export { mcp as GET, mcp as POST, mcp as DELETE };
