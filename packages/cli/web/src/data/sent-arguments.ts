import type { CallView, StartCall } from "../../../src/console/views/api-types.js";

type Sent = Pick<StartCall, "arguments" | "meta">;

const MOST = 500;
/** The state of the console has masked arguments and metadata; these are as they were sent from this page. */
const sent = new Map<string, Sent>();

export function rememberSent(call: string, { arguments: args = {}, meta }: Sent): void {
  sent.set(call, { arguments: args, meta });
  if (sent.size > MOST) sent.delete(sent.keys().next().value!);
}

/** What the console puts in the place of a likely secret. */
const MASKED = /••••••|\*\*\*/;

/** The arguments and metadata for calling again; `undefined` if secrets are missing. */
export function sentWith(call: CallView): Sent | undefined {
  const { arguments: args, meta } = call;
  const known = sent.get(call.id);
  if (known) return known;
  return MASKED.test(JSON.stringify([args, meta])) ? undefined : { arguments: args, meta };
}
