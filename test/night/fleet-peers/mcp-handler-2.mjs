/**
 * mcp-handler 2.x as in its README. It has no sessions and "Redis is no longer needed or used"; a client of 2025 gets "stateless
 * Streamable HTTP". Elicitation is not in its documentation: this asks as that of the SDK says for 2026-07-28.
 */
import { createMcpHandler } from "mcp-handler";
import { serveFetch } from "./serve-fetch.mjs";
import { registerTool } from "./tool-2.mjs";

serveFetch(createMcpHandler((server) => registerTool(server, process.env.WAY)));
