import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { build } from "./server.ts";

serveStdio(build);
