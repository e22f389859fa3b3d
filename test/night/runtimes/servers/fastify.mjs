import { fastify } from "fastify";
import { mcp } from "./mcp.mjs";

const app = fastify();
app.all("/mcp", (request, reply) => {
  reply.hijack();
  return mcp.node(request.raw, reply.raw, { parsedBody: request.body });
});
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
