import { type Browser, chromium } from "playwright-core";
import { findChromium, flags } from "../../scripts/drivers/chromium.mjs";

/** How the real browser is started. */
interface LaunchOptions {
  /** Blocks windows that are not opened in a user's click, as browsers do for users. */
  readonly blockPopups?: boolean;
}

/** The real browser. `names` are host names that lead to this computer. */
export function launch(
  names: readonly string[] = [],
  { blockPopups = false }: LaunchOptions = {},
): Promise<Browser> {
  const rules = names.map((name) => `MAP ${name} 127.0.0.1`).join(",");
  return chromium.launch({
    // The headless shell blocks no windows.
    executablePath: findChromium({ withWindows: blockPopups }) ?? "chromium",
    args: [...flags, ...(rules === "" ? [] : [`--host-resolver-rules=${rules}`])],
    ...(blockPopups && { ignoreDefaultArgs: ["--disable-popup-blocking"] }),
  });
}
