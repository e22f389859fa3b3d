/**
 * The SDK's example of an event store (examples/shared/inMemoryEventStore of the SDK's repository), with the events in Redis:
 * its documentation says to implement it "over storage every node can reach", docs/serving/sessions-state-scaling.md.
 * The ids of streams are those of one transport, so each session has keys of its own.
 */
import { createClient } from "redis";
import { storeUrl } from "./question.mjs";

/** A connected client. */
export async function connectRedis() {
  const client = createClient({ url: storeUrl });
  client.on("error", () => {});
  return client.connect();
}

export function createEventStore(redis, sessionId) {
  const keyOf = (streamId) => `events:${sessionId}:${streamId}`;
  return {
    async storeEvent(streamId, message) {
      const length = await redis.rPush(keyOf(streamId), JSON.stringify(message));
      return `${streamId}/${length}`;
    },
    async getStreamIdForEventId(eventId) {
      return eventId.slice(0, eventId.lastIndexOf("/"));
    },
    async replayEventsAfter(lastEventId, { send }) {
      const at = lastEventId.lastIndexOf("/");
      const streamId = lastEventId.slice(0, at);
      const after = Number(lastEventId.slice(at + 1));
      const events = await redis.lRange(keyOf(streamId), after, -1);
      for (const [index, event] of events.entries())
        await send(`${streamId}/${after + index + 1}`, JSON.parse(event));
      return streamId;
    },
  };
}
