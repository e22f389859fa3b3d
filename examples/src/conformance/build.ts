import { randomBytes } from "node:crypto";
import { createRequestStateCodec, McpServer } from "@modelcontextprotocol/server";
import { createElicitation, type HttpHandler } from "midcall/server";
import { registerElicitationFixtures } from "./elicitation-fixtures.js";
import { registerOtherInputFixtures } from "./other-input-fixtures.js";

/** The server that the official conformance suite tests. */
export function createConformanceHandler(direct = true): HttpHandler {
  const secret = randomBytes(32);
  const elicitation = createElicitation({ secret });
  const codec = createRequestStateCodec<{ tool: string }>({ key: secret });

  return elicitation.createHandler(
    () => {
      const server = elicitation.attach(
        new McpServer(
          { name: "midcall-conformance", version: "1.0.0" },
          {
            requestState: {
              // midcall checks its own states. The states of the raw handlers belong to this codec.
              verify: elicitation.verify(codec.verify),
            },
          },
        ),
      );
      registerElicitationFixtures(server, elicitation);
      registerOtherInputFixtures(server, elicitation, codec);
      return server;
    },
    { direct },
  );
}
