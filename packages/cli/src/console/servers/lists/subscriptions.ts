import type { Connection } from "../../../connect/connection.js";
import { describeCallError } from "../../calls/describe-call-error.js";
import { RequestError } from "../../errors.js";
import type { SubscriptionView } from "../../views/api-types.js";
import { keepListening } from "./change-streams.js";

/** The resources of one connection whose updates are followed. */
export interface Subscriptions {
  list(): readonly SubscriptionView[];
  /** @throws RequestError when the server refuses */
  set(uri: string, on: boolean): Promise<void>;
}

const MOST = 50;
const ASK_MS = 15_000;

/**
 * @param signal - ends with the connection
 * @param onChange - called when a subscription starts or ends, and with each update
 */
export function followResources(
  { client }: Pick<Connection, "client">,
  signal: AbortSignal,
  onChange: () => void,
): Subscriptions {
  const followed = new Map<string, SubscriptionView>();
  const streams = new Map<string, AbortController>();
  const isModern = client.getProtocolEra() === "modern";
  const update = (uri: string): void => {
    const view = followed.get(uri);
    if (!view) return;
    followed.set(uri, { uri, updates: view.updates + 1, updatedAt: Date.now() });
    onChange();
  };
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    update(params.uri);
  });

  const begin = async (uri: string): Promise<void> => {
    if (!isModern) {
      await client.subscribeResource({ uri }, { signal, timeout: ASK_MS });
      return;
    }
    const stop = new AbortController();
    const over = AbortSignal.any([signal, stop.signal]);
    const filter = { resourceSubscriptions: [uri] };
    const { resourceSubscriptions = [] } = await keepListening(client, filter, over, () =>
      update(uri),
    );
    if (!resourceSubscriptions.includes(uri)) {
      stop.abort();
      throw new Error("The server does not report updates of this resource.");
    }
    streams.set(uri, stop);
  };
  const end = async (uri: string): Promise<void> => {
    streams.get(uri)?.abort();
    streams.delete(uri);
    if (!isModern) await client.unsubscribeResource({ uri }, { signal, timeout: ASK_MS });
  };

  return {
    list: () => [...followed.values()],
    async set(uri, on) {
      if (on === followed.has(uri)) return;
      if (on && followed.size >= MOST) {
        throw new RequestError(409, `At most ${MOST} resources of a server can be followed.`);
      }
      // An update may arrive before the answer.
      if (on) followed.set(uri, { uri, updates: 0 });
      else followed.delete(uri);
      onChange();
      try {
        await (on ? begin(uri) : end(uri));
      } catch (error) {
        if (!on) return;
        followed.delete(uri);
        onChange();
        throw new RequestError(409, describeCallError(error));
      }
    },
  };
}
