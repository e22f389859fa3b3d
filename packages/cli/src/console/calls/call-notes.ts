import type { CallView, RefusalDetail } from "../views/api-types.js";

/** Counts one more question that ended for this reason. */
export function withNote(notes: CallView["notes"], reason: string): CallView["notes"] {
  const { count } = notes.find((note) => note.reason === reason) ?? { count: 0 };
  return [...notes.filter((note) => note.reason !== reason), { reason, count: count + 1 }];
}

const MOST_DETAILS = 5;

/** Explains one more question that ended for this reason; the same explanation only once. */
export const withDetail = (
  notes: CallView["notes"],
  reason: string,
  detail: RefusalDetail,
): CallView["notes"] =>
  notes.map((note) => {
    const { details = [] } = note;
    const isKnown = details.some((one) => JSON.stringify(one) === JSON.stringify(detail));
    return note.reason !== reason || isKnown || details.length >= MOST_DETAILS
      ? note
      : { ...note, details: [...details, detail] };
  });
