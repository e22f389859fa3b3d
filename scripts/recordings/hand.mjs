// A user's hand in a page: it moves the pointer, clicks and types, and a film shows it.

/** The window in which the pages are recorded. */
export const WINDOW = {
  viewport: { width: 860, height: 640 },
  colorScheme: "light",
  reducedMotion: "reduce",
  locale: "en-GB",
  timezoneId: "UTC",
};

/** How long a step of the pointer and a key take in a film, in milliseconds. */
const STEP = 50;
const STEPS = 6;
const KEY = 110;
/** How long the pointer rests before a click. */
const REST = 350;

/**
 * @param {Awaited<ReturnType<typeof import("./film.mjs").openFilm>>} film
 * @param {import("playwright-core").Page} page
 */
export function createHand(film, page) {
  const { width, height } = page.viewportSize();
  let at = { x: width * 0.6, y: height * 0.7 };
  const show = (ms) => film.add(page, ms, at);
  /** Moves to a place, faster in the middle of the way. */
  const moveTo = async (goal) => {
    const from = at;
    for (let step = 1; step <= STEPS; step++) {
      const part = (1 - Math.cos((Math.PI * step) / STEPS)) / 2;
      at = { x: from.x + (goal.x - from.x) * part, y: from.y + (goal.y - from.y) * part };
      await page.mouse.move(at.x, at.y);
      await show(STEP);
    }
  };
  const click = async (what) => {
    await what.scrollIntoViewIfNeeded();
    const box = await what.boundingBox();
    await moveTo({ x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height * 0.6 });
    await show(REST);
    await page.mouse.click(at.x, at.y);
  };
  return {
    show,
    click,
    /** Clicks a field and types. */
    async types(field, text) {
      await click(field);
      for (const key of text) {
        await page.keyboard.type(key);
        await show(KEY);
      }
    },
  };
}

/**
 * Answers the question of the first server: for 4, on the terrace. The still of the film is the answer before it is sent.
 *
 * @param {Awaited<ReturnType<typeof import("./film.mjs").openFilm>>} film
 * @param {import("playwright-core").Page} page
 * @param {ReturnType<typeof createHand>} hand
 */
export async function answer(film, page, hand) {
  const asked = page.getByRole("article", { name: /asks$/ });
  // Buttons take clicks once the question has been on the screen for a moment.
  await asked.locator("button:not([aria-disabled])", { hasText: /^(Send|Review)$/ }).waitFor();
  await hand.show(2_200);
  await hand.types(asked.getByRole("textbox", { name: /^People/ }), "4");
  await hand.show(400);
  await hand.click(asked.getByRole("radio", { name: "Yes", exact: true }));
  const send = asked.getByRole("button", { name: "Send", exact: true });
  await send.waitFor();
  film.keepStill();
  await hand.show(500);
  await hand.click(send);
  await asked.waitFor({ state: "detached" });
}
