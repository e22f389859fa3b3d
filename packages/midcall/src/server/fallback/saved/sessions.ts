import type { RequestChannel } from "../../framework/request-channel.js";
import { randomName } from "../places/question-slots.js";

/** Random names of the connections that are sessions. */
const sessions = new WeakMap<object, string>();

/**
 * Names the session of a request, for users who are not known otherwise. A request of 2026-07-28, or one without the
 * handshake, belongs to none: the next one may be that of another user.
 */
export function sessionOf({
  host,
  connection,
  durable,
}: Pick<RequestChannel, "host" | "connection" | "durable">): string | undefined {
  if (host.strategy !== "serverRequest" || !host.reachable) return undefined;
  if (durable !== undefined) return durable.session;
  let name = sessions.get(connection);
  if (name === undefined) sessions.set(connection, (name = randomName()));
  return name;
}
