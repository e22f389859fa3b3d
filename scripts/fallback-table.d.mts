import type { placementsOf } from "../packages/midcall/src/server/fallback/placements.js";

export const file: string;
export function page(rules: typeof placementsOf, text?: string): Promise<string>;
