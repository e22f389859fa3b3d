import type { Locator, Page } from "playwright-core";

/** A window of 1280 by 800 and of 1280 by 1024 pixels, at 200 % and at 400 %. */
export const ZOOMED = {
  "200 %": { width: 640, height: 400 },
  "400 %": { width: 320, height: 256 },
} as const;

/** The text spacing that users may set (WCAG 1.4.12). */
const SPACING =
  "*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-block-end:2em!important}";
const TARGETS =
  "a[href],button,input,select,textarea,summary,[role=option],[role=button],[role=tab]";

/** Sets the text spacing, or takes it away. A constructed style sheet needs no permission of the page's policy. */
const space = (page: Page, spaced: boolean): Promise<void> =>
  page.evaluate(
    (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    },
    spaced ? SPACING : "",
  );

/** What does not fit: content beyond the window or its box, and words that are broken where a line has room for them. */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const name = (element: Element): string => element.outerHTML.slice(0, 90);
    const box = document.querySelector("dialog[open]");
    const all = [...(box ?? document.body).querySelectorAll<HTMLElement>("*")].filter((element) =>
      element.checkVisibility(),
    );
    for (const root of [document.documentElement, ...(box ? [box] : [])]) {
      const more = root.scrollWidth - root.clientWidth;
      if (more > 0) found.push(`scrolls sideways by ${more}: ${root.tagName}`);
    }
    const scrolls = (element: Element): boolean =>
      /auto|scroll/.test(getComputedStyle(element).overflowX);
    const around = (element: Element, test: (one: Element) => boolean): Element | undefined => {
      for (let one: Element | null = element; one && one !== box; one = one.parentElement) {
        if (test(one)) return one;
      }
      return undefined;
    };
    // Text for screen readers only.
    const isHidden = (element: Element): boolean =>
      around(element, (one) => getComputedStyle(one).clipPath === "inset(50%)") !== undefined;
    for (const element of all) {
      const { overflowX, overflowY, display } = getComputedStyle(element);
      const clips = /hidden|clip/.test(overflowX + overflowY) || element.tagName === "BUTTON";
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      const isCut = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
      if (clips && display !== "inline" && isCut && !isHidden(element)) {
        found.push(`cut: ${name(element)}`);
      }
    }
    const range = document.createRange();
    const texts = document.createTreeWalker(box ?? document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const parent = text.parentElement!;
      if (!parent.checkVisibility() || parent.closest("option, style, script, textarea")) continue;
      if (isHidden(parent)) continue;
      const block = around(parent, (one) => getComputedStyle(one).display !== "inline") ?? parent;
      const style = getComputedStyle(block);
      const room =
        block.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      // Lines may end after a hyphen, and in an address after a slash.
      for (const { 0: word, index } of text.data.matchAll(/[^\s\-–/?&]+/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const parts = [...range.getClientRects()].filter(({ width }) => width > 0);
        const needed = parts.reduce((sum, { width }) => sum + width, 0);
        const lines = new Set(parts.map(({ top }) => Math.round(top))).size;
        const isAddress = parent.closest('[data-midcall="url"]') && parent.tagName !== "MARK";
        if (lines > 1 && needed < room - 1 && !isAddress) found.push(`broken: ${word}`);
        const inside = around(parent, scrolls);
        const end = Math.max(...parts.map(({ right }) => right));
        const start = Math.min(...parts.map(({ left }) => left));
        if (!inside && (end > innerWidth + 1 || start < -1)) found.push(`outside: ${word}`);
      }
    }
    return found;
  });

/** How many lines the first text of an element is on. */
export const linesOf = (element: Locator): Promise<number> =>
  element.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one.firstChild!);
    return range.getClientRects().length;
  });

/** Targets under 24 by 24 pixels that have too little space around them, and are no links in a sentence (WCAG 2.5.8). */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    const around = document.querySelector("dialog[open]") ?? document;
    const parts = [...around.querySelectorAll<HTMLElement>(selector)]
      .filter((element) => element.checkVisibility())
      // A link that is seen only when it has the focus is no target before.
      .filter((element) => getComputedStyle(element).clipPath !== "inset(50%)")
      // What is visible of a box with a label around it is the label.
      .map((element) => element.closest("label") ?? element);
    const targets = [...new Set(parts)].map((element) => {
      const box = element.getBoundingClientRect();
      const small = box.width < 23.9 || box.height < 23.9;
      return { element, box, small, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
    const inSentence = (element: HTMLElement): boolean =>
      getComputedStyle(element).display === "inline" &&
      element.parentElement!.innerText.trim() !== element.innerText.trim();
    return targets
      .filter(({ element, box, small }) => small && box.width > 1 && !inSentence(element))
      .filter((one) =>
        targets.some((other) => {
          if (other === one) return false;
          if (other.small) return Math.hypot(other.x - one.x, other.y - one.y) < 24;
          const { left, right, top, bottom } = other.box;
          const x = Math.max(left - one.x, one.x - right, 0);
          return Math.hypot(x, Math.max(top - one.y, one.y - bottom, 0)) < 12;
        }),
      )
      .map(
        ({ element, box }) =>
          `small: ${Math.round(box.width)} by ${Math.round(box.height)}: ${element.outerHTML.slice(0, 90)}`,
      );
  }, TARGETS);

/** Goes through the page with Tab: what has the focus is in sight, and nothing covers it (WCAG 2.4.11). */
export async function hiddenFocus(page: Page, presses = 60): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(() => void ((window as unknown as { seen: Set<Element> }).seen = new Set()));
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press("Tab");
    const state = await page.evaluate(() => {
      const { activeElement: element } = document;
      const { seen } = window as unknown as { seen: Set<Element> };
      if (!element || element === document.body) return "";
      // The parts of a control for dates have the focus one after the other.
      if (seen.has(element)) return element.matches("[type^=date], [type=time]") ? "" : "again";
      seen.add(element);
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const [x0, x1] = [Math.max(left, 0), Math.min(right, innerWidth)];
      const [y0, y1] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
      const name = element.outerHTML.slice(0, 90);
      if (x1 - x0 < 1 || y1 - y0 < 1) return `out of sight: ${name}`;
      for (const x of [0.05, 0.5, 0.95]) {
        for (const y of [0.05, 0.5, 0.95]) {
          const top = document.elementFromPoint(x0 + (x1 - x0) * x, y0 + (y1 - y0) * y);
          if (top && !element.contains(top) && !top.contains(element)) {
            return `behind ${top.outerHTML.slice(0, 60)}: ${name}`;
          }
        }
      }
      return "";
    });
    if (state === "again") break;
    if (state) found.push(state);
  }
  return found;
}

/** Everything that is wrong with a page at 200 % and 400 %, with the page's own text spacing and with more. */
export async function zoomFaults(page: Page): Promise<string[]> {
  const before = page.viewportSize()!;
  const faults: string[] = [];
  for (const [zoom, size] of Object.entries(ZOOMED)) {
    await page.setViewportSize(size);
    for (const spaced of [false, true]) {
      await space(page, spaced);
      const found = [
        ...(await misfits(page)),
        ...(await smallTargets(page)),
        ...(await hiddenFocus(page)),
      ];
      faults.push(...found.map((fault) => `${zoom}${spaced ? ", spaced" : ""}: ${fault}`));
    }
  }
  await space(page, false);
  await page.setViewportSize(before);
  return faults;
}
