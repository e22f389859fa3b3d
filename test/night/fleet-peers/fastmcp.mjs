/**
 * fastmcp (TypeScript). For load balancers its README has `stateless: true` ("Stateless mode"), which is SESSIONS=stateless.
 * Sessions in several processes are not documented; `httpStream.eventStore` is in its types, and is given one in Redis here.
 */
import { FastMCP } from "fastmcp";
import { z } from "zod";
import {
  description,
  hold,
  messageFor,
  name,
  port,
  requestedSchema,
  textFor,
} from "./question.mjs";
import { connectRedis, createEventStore } from "./redis-event-store.mjs";

const server = new FastMCP({ name: "fastmcp", version: "1.0.0" });
server.addTool({
  name,
  description,
  parameters: z.object({ room: z.string() }),
  execute: async ({ room }, { elicit }) => {
    hold(room);
    return textFor(room, await elicit({ message: messageFor(room), requestedSchema }));
  },
});
const httpStream = { port, host: "127.0.0.1" };
if (process.env.SESSIONS === "stateless") httpStream.stateless = true;
// One store for all sessions: fastmcp takes no other. Its ids of streams are unique but for the one of GET.
else httpStream.eventStore = createEventStore(await connectRedis(), "all");
await server.start({ transportType: "httpStream", httpStream });
