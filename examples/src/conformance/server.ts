/**
 * Serves the conformance fixtures on one URL for every protocol version:
 *
 *   node examples/dist/conformance/server.js --port 3000
 *
 * Prints one line, the URL, when it is ready. Without `--port` it uses a free port. With `--through-sdk`, no request is answered
 * directly.
 */
import { parseArgs } from "node:util";
import { serve } from "@hono/node-server";
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
} from "@modelcontextprotocol/server";
import { createConformanceHandler } from "./build.js";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    "through-sdk": { type: "boolean", default: false },
  },
});
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port must be a number from 0 to 65535, not "${values.port}".`);
  process.exit(2);
}

const handler = createConformanceHandler(!values["through-sdk"]);

const httpServer = serve(
  {
    hostname: "127.0.0.1",
    port,
    fetch: (request: Request) => {
      if (new URL(request.url).pathname !== "/mcp")
        return new Response("Not found", { status: 404 });
      return (
        hostHeaderValidationResponse(request, localhostAllowedHostnames()) ?? handler.fetch(request)
      );
    },
  },
  (address) => console.log(`http://127.0.0.1:${address.port}/mcp`),
);
httpServer.on("error", (error: Error) => {
  console.error(`The conformance server cannot listen on port ${port}: ${error.message}`);
  process.exit(1);
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    httpServer.close();
    void handler.close().finally(() => process.exit(0));
  });
}
