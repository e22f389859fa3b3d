import { createServer } from "node:http";
import { mcp } from "./mcp.mjs";

createServer(mcp.node).listen(Number(process.env.PORT), "127.0.0.1");
