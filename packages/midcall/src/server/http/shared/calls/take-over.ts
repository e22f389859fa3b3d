import { callKeyOf } from "../replicas/ids.js";
import type { Fleet } from "../replicas/fleet.js";
import type { SessionIdentity } from "../session-identity.js";
import type { CallRecord } from "./call-records.js";
import { claimCall } from "./claim-call.js";

/**
 * Takes a call whose lease has run out, so that this replica runs it from its journal. Of several replicas that try, one succeeds.
 *
 * @param before - its record, as its last owner left it
 * @param isImpossible - whether this replica cannot run it
 * @returns its record under the lease of this replica; `undefined` if it does not run here
 */
export async function takeOver(
  fleet: Fleet,
  { name, user }: SessionIdentity,
  callId: string,
  before: CallRecord,
  isImpossible: () => boolean,
): Promise<CallRecord | undefined> {
  if (isImpossible()) return undefined;
  const { presence, settings } = fleet;
  await presence.ensure();
  const record = { ...before, epoch: before.epoch + 1, lease: presence.lease };
  const records = fleet.records(name, callKeyOf(callId), user);
  if (!(await claimCall(fleet, records, record, isImpossible))) return undefined;
  settings.logger.warn(
    "midcall: the replica that ran a call is gone; this one continues it from its journal.",
  );
  settings.telemetry?.failover();
  return record;
}
