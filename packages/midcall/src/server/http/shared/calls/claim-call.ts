import { unref } from "../../../../internal/unref.js";
import type { Fleet } from "../replicas/fleet.js";
import { persist } from "../replicas/persist.js";
import type { CallClaim, CallRecord, CallRecords } from "./call-records.js";

/**
 * Claims a call for this replica, under the lease in the record. Of several replicas that try, one succeeds.
 *
 * A claim whose outcome cannot be found out is given up: a record under the lease of a replica that does not run the call would keep
 * all others from it, for as long as that replica lives.
 *
 * @param isImpossible - whether this replica cannot run the call after all
 * @returns whether this replica has the call
 * @throws when that is not known
 */
export async function claimCall(
  fleet: Fleet,
  records: CallRecords,
  record: CallRecord,
  isImpossible: () => boolean = () => false,
): Promise<boolean> {
  const claim = records.claim(record);
  if (fleet.givingUp.has(claim.place)) return false;
  let isMine: boolean;
  try {
    isMine = await persist(() => claim.take());
  } catch (error) {
    void giveUp(fleet, claim, record);
    throw error;
  }
  if (isMine && isImpossible()) {
    void giveUp(fleet, claim, record);
    return false;
  }
  // The store may have been away for so long that the lease has run out, and the claim with it.
  return isMine && record.lease === fleet.presence.lease;
}

/** Tries until it is done, or the lease has ended and the claim with it. */
async function giveUp(
  { givingUp, presence }: Fleet,
  claim: CallClaim,
  { lease }: CallRecord,
): Promise<void> {
  givingUp.add(claim.place);
  while (await presence.isAlive(lease)) {
    const isDone = await persist(() => claim.giveUp()).then(
      () => true,
      () => false,
    );
    if (isDone) break;
    await new Promise<void>((resolve) => unref(setTimeout(resolve, presence.leaseMs)));
  }
  givingUp.delete(claim.place);
}
