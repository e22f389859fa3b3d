import type { FieldInput } from "../../form/form-types.js";
import type { DraftStorage } from "./draft-storage.js";

const KEY = "midcall.drafts";
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
/** At most this many drafts are kept, and this many characters in all. */
const MOST = 20;
const MOST_CHARACTERS = 200_000;

/** The input of the fields that the user has changed. */
export type Inputs = readonly (readonly [name: string, input: FieldInput | null])[];

/** A question in full, when its draft was saved (in milliseconds since 1970), and the draft. */
type Saved = readonly [question: string, savedAt: number, inputs: Inputs];

function isSaved(item: unknown): item is Saved {
  if (!Array.isArray(item)) return false;
  const [question, savedAt, inputs] = item as readonly unknown[];
  return (
    typeof question === "string" &&
    Math.abs(Date.now() - Number(savedAt)) < MAX_AGE_MS &&
    Array.isArray(inputs) &&
    inputs.every(Array.isArray)
  );
}

/** Reads the drafts each time, because other tabs may use the same storage. */
function read(storage: DraftStorage): Saved[] {
  try {
    const items: unknown = JSON.parse(storage.getItem(KEY) ?? "[]");
    return Array.isArray(items) ? items.filter(isSaved) : [];
  } catch {
    return [];
  }
}

/** The draft of exactly this question. */
export function readDraft(storage: DraftStorage, question: string): Inputs {
  return read(storage).find(([other]) => other === question)?.[2] ?? [];
}

/** Saves the draft of a question, or removes it if it is empty. The oldest ones are dropped if there are too many. */
export function writeDraft(storage: DraftStorage, question: string, inputs: Inputs): void {
  const others = read(storage).filter(([other]) => other !== question);
  const items: Saved[] = inputs.length > 0 ? [[question, Date.now(), inputs], ...others] : others;
  items.splice(MOST);
  while (JSON.stringify(items).length > MOST_CHARACTERS) items.pop();
  try {
    if (items.length > 0) storage.setItem(KEY, JSON.stringify(items));
    else storage.removeItem(KEY);
  } catch {
    // The storage is full or forbidden.
  }
}
