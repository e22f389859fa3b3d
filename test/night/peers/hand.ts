import type { Locator, Page } from "playwright-core";

/** A user's hand: it does what a user does, and counts it. */
export interface Hand {
  clicks: number;
  keys: number;
  /** @param atStart - clicks its beginning instead of its middle */
  click(target: Locator, atStart?: boolean): Promise<void>;
  /** Clicks a field, unless the focus is in it already. */
  enter(target: Locator): Promise<void>;
  /** Presses a key, such as `Enter`. */
  press(key: string): Promise<void>;
  /** Types a text where the focus is; every character is a key. */
  type(text: string): Promise<void>;
  /** Presses Tab until the target has the focus. */
  tabTo(target: Locator): Promise<void>;
}

const MOST_TABS = 80;

export function createHand(page: Page): Hand {
  const hand: Hand = {
    clicks: 0,
    keys: 0,
    async click(target, atStart = false) {
      hand.clicks += 1;
      // A dialog that never rests would count as unstable for ever.
      const where = atStart ? { position: { x: 12, y: 12 } } : {};
      await target
        .click({ timeout: 5_000, ...where })
        .catch(() => target.click({ force: true, ...where }));
    },
    async enter(target) {
      if (!(await hasFocus(target))) await hand.click(target);
    },
    async press(key) {
      hand.keys += 1;
      await page.keyboard.press(key);
    },
    async type(text) {
      hand.keys += text.length;
      await page.keyboard.type(text);
    },
    async tabTo(target) {
      for (let tabs = 0; !(await hasFocus(target)); tabs++) {
        if (tabs > MOST_TABS) throw new Error(`Tab does not reach ${String(target)}.`);
        await hand.press("Tab");
      }
    },
  };
  return hand;
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);
