import type { Delivery } from "../../state/records.js";
import type { Placement } from "../placements.js";
import { type QuestionSlots, randomName, type StoredQuestion } from "./question-slots.js";

/** Puts questions to places, and ends them there. */
interface Places {
  putStored(asked: StoredQuestion, placements: readonly Placement[]): Promise<Delivery | undefined>;
  close(delivery: Delivery, why: "withdrawn"): Promise<void>;
}

/**
 * Puts the question of a view elsewhere that has not asked for it. An answer that comes meanwhile counts: the question then
 * stays where it is.
 */
export async function moveUnopened(
  { id }: Delivery,
  places: Places,
  slots: QuestionSlots,
): Promise<Delivery | undefined> {
  const asked = await slots.read(id);
  if (asked?.elsewhere === undefined) return undefined;
  if ((await slots.wasOpened(id)) && !(await slots.isWithdrawn(id))) return undefined;
  const next = await places.putStored({ ...asked, key: randomName() }, asked.elsewhere);
  if (next === undefined) return undefined;
  if (await slots.withdraw(id)) return next;
  await places.close(next, "withdrawn");
  return undefined;
}
