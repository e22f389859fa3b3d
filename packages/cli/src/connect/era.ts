/** A protocol revision that has a way of its own to ask a person. */
export type Era = "2025-06-18" | "2025-11-25" | "2026-07-28";

/** Every such revision, oldest first. */
export const ERAS: readonly Era[] = ["2025-06-18", "2025-11-25", "2026-07-28"];

/** What `--era` takes: one of them, or whichever the server speaks best. */
export type EraChoice = "auto" | Era;

/** Whether a word names one. */
export function isEraChoice(word: string): word is EraChoice {
  return word === "auto" || ERAS.some((era) => era === word);
}
