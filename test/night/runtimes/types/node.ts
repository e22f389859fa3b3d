import { createServer } from "node:http";
import { createSecureServer } from "node:http2";
import express from "express";
import { fastify } from "fastify";
import { Hono } from "hono";
import { mcp } from "./mcp.js";

createServer(mcp.node).listen(3000);
createSecureServer({}, mcp.node);

const app = express();
app.all("/mcp", mcp.node);
app.use("/mcp", express.json(), mcp.node);

fastify().all("/mcp", (request, reply) => {
  reply.hijack();
  return mcp.node(request.raw, reply.raw, { parsedBody: request.body });
});

new Hono().all("/mcp", (c) => mcp(c.req.raw));
