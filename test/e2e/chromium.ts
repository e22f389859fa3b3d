import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";
import { type LaunchOptions, startingOptions } from "./chromium-options.js";
import { moveClock } from "./moved-clock.js";
import { patienceMs } from "../night.js";

/** The Chromium of this run, if it has one that fits, and otherwise one of its own. */
const reach = (options: LaunchOptions): Promise<Browser> => {
  const shared = inject("chromium");
  return shared === undefined || options.blockPopups
    ? chromium.launch(startingOptions(options))
    : chromium.connect(shared);
};

/** The real browser, whose pages need not wait for a second. Closing it closes the windows that were opened with it, and no others. */
export async function launch(options: LaunchOptions = {}): Promise<Browser> {
  const browser = await reach(options);
  const newContext = browser.newContext.bind(browser);
  return Object.assign(browser, {
    newContext: async (...given: Parameters<Browser["newContext"]>) => {
      const context = await newContext(...given);
      context.setDefaultTimeout(patienceMs);
      await moveClock(context);
      return context;
    },
  });
}
