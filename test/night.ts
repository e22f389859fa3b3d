/** Whether this is a run of `npm run test:all`, which has the time for large numbers. */
export const isNight: boolean = process.env["MIDCALL_NIGHT"] === "1";

/** The runner's limit for a test, in milliseconds. It ends what hangs, and is far above what a busy machine needs. */
export const limitMs: number = isNight ? 900_000 : 180_000;

/** How long a test waits for what has to happen: until shortly before that limit, so that it can still say what it was. */
export const patienceMs: number = limitMs - 30_000;

/**
 * Where all random choices of the tests start from: the same in each `npm test`, another one each night.
 * `MIDCALL_SEED` repeats a run that failed.
 */
export const seed: number = Number(process.env["MIDCALL_SEED"] ?? 20_261_126);

/**
 * How often something is tried: often enough to notice a mistake in `npm test`, and as often as there is time for at
 * night.
 */
export const scaled = (here: number, night: number): number => (isNight ? night : here);

/**
 * The protocol versions on which things are asked in another way. 2025-06-18, which asks as 2025-11-25 does, is tried
 * again at night where a test is about neither links nor the version itself.
 */
export const mainVersions: readonly ("2025-06-18" | "2025-11-25" | "2026-07-28")[] = [
  ...(isNight ? (["2025-06-18"] as const) : []),
  "2025-11-25",
  "2026-07-28",
];
