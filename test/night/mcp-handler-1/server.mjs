/**
 * mcp-handler 1.x as in its README, with `storeUrl` (docs/ADVANCED.md of 1.x): Redis carries the messages of the HTTP+SSE transport
 * of 2024, at /sse, between processes. At /mcp it has no sessions. It asks as the SDK's elicitationFormExample.ts does.
 */
import { createMcpHandler } from "mcp-handler";
import { z } from "zod";
import {
  description,
  hold,
  messageFor,
  name,
  storeUrl,
  requestedSchema,
  textFor,
} from "../fleet-peers/question.mjs";
import { serveFetch } from "../fleet-peers/serve-fetch.mjs";

const handler = createMcpHandler(
  (server) => {
    const inputSchema = { room: z.string() };
    server.registerTool(name, { description, inputSchema }, async ({ room }) => {
      hold(room);
      const answer = await server.server.elicitInput({
        mode: "form",
        message: messageFor(room),
        requestedSchema,
      });
      return { content: [{ type: "text", text: textFor(room, answer) }] };
    });
  },
  {},
  { basePath: "", maxDuration: 300, redisUrl: storeUrl },
);
serveFetch(handler);
