import type { LaunchOptions as PlaywrightOptions } from "playwright-core";
import { findChromium, flags } from "../../scripts/drivers/chromium.mjs";

/** The names that tests give to servers of their own lead to this computer. */
const HOSTS = "--host-resolver-rules=MAP *.example 127.0.0.1";

export interface LaunchOptions {
  /** Blocks windows that are not opened in a user's click, as browsers do for users. */
  readonly blockPopups?: boolean;
}

/** How tests start Chromium. */
export const startingOptions = ({
  blockPopups = false,
}: LaunchOptions = {}): PlaywrightOptions => ({
  // The headless shell blocks no windows.
  executablePath: findChromium({ withWindows: blockPopups }) ?? "chromium",
  args: [...flags, HOSTS],
  ...(blockPopups && { ignoreDefaultArgs: ["--disable-popup-blocking"] }),
});
