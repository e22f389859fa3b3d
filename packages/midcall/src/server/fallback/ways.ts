/** A way in which a question can reach the user. */
export type FallbackWay = "native" | "app" | "page" | "relay";

/** All ways, in their usual order. */
export const WAYS: readonly FallbackWay[] = ["native", "app", "page", "relay"];
