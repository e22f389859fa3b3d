import type { CallView } from "../../../src/console/views/api-types.js";

type Arguments = Readonly<Record<string, unknown>>;

const MOST = 500;
/** The state of the console has masked arguments; these are as they were sent from this page. */
const sent = new Map<string, Arguments>();

export function rememberArguments(call: string, args: Arguments): void {
  sent.set(call, args);
  if (sent.size > MOST) sent.delete(sent.keys().next().value!);
}

/** What the console puts in the place of a likely secret. */
const MASKED = /••••••|\*\*\*/;

/** The arguments for calling again; `undefined` if secrets are missing. */
export function argumentsOf(call: CallView): Arguments | undefined {
  const known = sent.get(call.id);
  if (known) return known;
  return MASKED.test(JSON.stringify(call.arguments)) ? undefined : call.arguments;
}
