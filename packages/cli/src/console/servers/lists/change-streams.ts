import { setTimeout as sleep } from "node:timers/promises";
import type { Client, SubscriptionFilter } from "@modelcontextprotocol/client";

const OPEN_MS = 15_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** The changes of lists that a server can report on 2026-07-28; `undefined` if there are none. */
function listChangesOf(client: Client): SubscriptionFilter | undefined {
  const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
  const filter = {
    ...(tools?.listChanged && { toolsListChanged: true }),
    ...(prompts?.listChanged && { promptsListChanged: true }),
    ...(resources?.listChanged && { resourcesListChanged: true }),
  };
  return Object.keys(filter).length > 0 ? filter : undefined;
}

/**
 * Opens a stream of changes on 2026-07-28, and opens it again, ever more slowly, whenever it ends, until `signal`
 * aborts. The client's notification handlers receive the changes.
 *
 * @param onReopened - called after each time without a stream: changes may have been missed
 * @returns the part of the filter that the server has accepted
 * @throws the reason if the stream cannot be opened the first time
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
 */
export async function keepListening(
  client: Client,
  filter: SubscriptionFilter,
  signal: AbortSignal,
  onReopened: () => void,
): Promise<SubscriptionFilter> {
  const open = (): ReturnType<Client["listen"]> =>
    client.listen(filter, { signal, timeout: OPEN_MS });
  const first = await open();
  const keep = async (): Promise<void> => {
    let { closed } = first;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await closed;
      await sleep(pause, undefined, { signal, ref: false });
      const next = await open().catch(() => undefined);
      if (!next) continue;
      closed = next.closed;
      onReopened();
    }
  };
  // Ends with the signal.
  keep().catch(() => {});
  return first.honoredFilter;
}

/**
 * Has the changes of lists reported. On 2026-07-28 a server reports changes only on a stream that the client has opened.
 *
 * @param readAgain - called after each time without a stream
 */
export async function followLists(
  client: Client,
  signal: AbortSignal,
  readAgain: () => void,
): Promise<void> {
  const changes = client.getProtocolEra() === "modern" ? listChangesOf(client) : undefined;
  // A server that announces changes and refuses the stream has lists that do not change here.
  if (changes) await keepListening(client, changes, signal, readAgain).catch(() => {});
}
