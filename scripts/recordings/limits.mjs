/** Of a recording, and of its still. */
export const MOST_BYTES = 400_000;
/** How long a recording may be. */
export const MOST_SECONDS = 15;
