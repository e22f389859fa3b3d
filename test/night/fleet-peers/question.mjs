/** The same tool on every server: it holds a room, which is recorded, asks for the day, and says what the user answered. */
import { appendFileSync } from "node:fs";

const { FLEET_LOG: log } = process.env;

/** The port that this replica has to use. */
export const port = Number(process.env.PORT);
/** The address of the Redis or PostgreSQL server that all replicas have. */
export const storeUrl = process.env.FLEET_STORE;

export const name = "book";
export const description = "Books a room.";
export const messageFor = (room) => `Which day do you want ${room}?`;
export const requestedSchema = {
  type: "object",
  properties: { day: { type: "string", title: "Day" } },
  required: ["day"],
};

/** The side effect: must happen once for each call. */
export function hold(room) {
  appendFileSync(log, `${room}\n`);
}

/** @param {{ action: string, content?: { day?: string } }} answer */
export const textFor = (room, { action, content }) =>
  action === "accept" ? `${room} on ${content.day}` : `${room}: ${action}`;
