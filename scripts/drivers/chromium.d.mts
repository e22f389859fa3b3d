import type { Browser } from "playwright-core";

/** How scripts and tests start it: without a sandbox, and without requests of its own. */
export const flags: readonly string[];
/** Where Chromium is, if it is anywhere: CHROMIUM_PATH, or a usual place. `withWindows`: the whole browser. */
export function findChromium(options?: { readonly withWindows?: boolean }): string | undefined;
/** Where Chromium is. Where there is none, says what to do and ends the script. */
export function chromiumPath(): string;
/** Starts Chromium, without a window. */
export function launchChromium(): Promise<Browser>;
