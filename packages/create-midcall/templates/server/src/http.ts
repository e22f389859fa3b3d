import { createServer } from "node:http";
import { build, elicitation } from "./server.ts";

const mcp = elicitation.createHandler(build);
const port = Number(process.env.PORT ?? 3000);

createServer(mcp.node).listen(port, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${port}/mcp (Ctrl-C ends it)`);
});
