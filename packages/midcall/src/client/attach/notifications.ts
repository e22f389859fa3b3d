import { member, textOf } from "./params.js";
import type { AttachableClient } from "./types.js";

/** `client.setNotificationHandler` without its overloads: the handler is the last argument. */
type SetHandler = (method: string, ...rest: unknown[]) => void;
type NotificationHandler = (notification: unknown, ...more: unknown[]) => void | Promise<void>;

const COMPLETE = "notifications/elicitation/complete";

/**
 * Calls back with the id of every URL elicitation that a server reports as complete. The host's own handler for that
 * notification, which may be set at any time, is called afterwards.
 */
export function onElicitationComplete(
  client: AttachableClient,
  complete: (elicitationId: string) => void,
): void {
  const setHandler = client.setNotificationHandler.bind(client) as SetHandler;
  const completed =
    (next?: NotificationHandler): NotificationHandler =>
    (notification, ...more) => {
      // If the host registered the handler with its own schema, the client passes only the params.
      const id = textOf(member(notification, "params") ?? notification, "elicitationId");
      if (id !== undefined) complete(id);
      return next?.(notification, ...more);
    };
  setHandler(COMPLETE, completed());
  const setAlso: SetHandler = (method, ...rest) => {
    const last = rest.pop() as NotificationHandler;
    setHandler(method, ...rest, method === COMPLETE ? completed(last) : last);
  };
  client.setNotificationHandler = setAlso as AttachableClient["setNotificationHandler"];
}
