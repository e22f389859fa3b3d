import type { OpenCall } from "../../call/open-call.js";
import type { Deliveries } from "../places/deliveries.js";
import { closeAll } from "./delivered-answers.js";
import type { SavedCall } from "./saved-calls.js";

/**
 * Withdraws the questions of a saved call that was only made because the host seemed to have dropped them: it has come
 * back with what the user said, and that counts. A call that is being continued is left alone.
 *
 * @param time - now, in ms since 1970
 */
export async function withdrawSaved(
  call: SavedCall,
  deliveries: Deliveries,
  openCall: OpenCall,
  time: number,
): Promise<void> {
  const lease = await call.claim();
  if (lease === undefined) return;
  try {
    const saved = await call.load();
    // A result that its caller did not get is kept, and a call that has gone on is no copy any more.
    if (saved?.state === undefined || saved.state.entries.length > 0) return;
    await closeAll(saved.state.pending, [], deliveries, time);
    await lease.remove();
    await openCall.end(saved.state);
  } finally {
    await lease.release();
  }
}
