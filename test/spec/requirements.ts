import { elicitation20250618 } from "./pages/elicitation-2025-06-18.js";
import { elicitation20251125 } from "./pages/elicitation-2025-11-25.js";
import { elicitation20260728 } from "./pages/elicitation-2026-07-28.js";
import { multiRoundTrip20260728 } from "./pages/multi-round-trip-2026-07-28.js";
import { related } from "./pages/related.js";
import type { Part, Requirement } from "./requirement.js";

export type { Requirement } from "./requirement.js";

/**
 * Every normative sentence of the elicitation and multi-round-trip pages, and those on other pages
 * that bear on elicitation. `counts.json` and `count.mjs` prove that none is left out.
 */
export const requirements: readonly Requirement[] = [
  ...elicitation20250618,
  ...elicitation20251125,
  ...elicitation20260728,
  ...multiRoundTrip20260728,
  ...related,
];

/** Parts that are built: each of their requirements needs its citation or its heading. */
export const enforced: readonly Part[] = ["server", "client", "pages"];
