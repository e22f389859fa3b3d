export { mcp as default } from "./mcp.mjs";
