// The screens that midcall shows in each of its languages, for the pictures and for the test of them.
import { pages as ar } from "midcall/locales/ar";
import { pages as de } from "midcall/locales/de";
import { pages as es } from "midcall/locales/es";
import { pages as fr } from "midcall/locales/fr";
import { pages as ja } from "midcall/locales/ja";
import { createCustomIdentity, serveLoopback } from "midcall/pages";
import { createMemoryStore } from "midcall/store";
import { createVault } from "midcall/vault";
import { bundlePage } from "../bundle-page.mjs";
import {
  registration,
  SERVER_TEXTS,
  suspiciousLink,
  withUnsupported,
  yesOrNo,
} from "./server-texts.mjs";

const SECRET = "only for the pictures, and never for anything else";
const AROUND =
  ":root{color-scheme:light dark}body{margin:0;font-family:system-ui;background:light-dark(#eef0f5,#0e1014);color:light-dark(#1a1d27,#eceef5)}main{max-width:44rem;margin:0 auto;padding:1rem}";

/**
 * The screens that midcall shows in a language, each reached by its function.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {string} language
 * @returns {Promise<{ page: import("playwright-core").Page, screens: Readonly<Record<string, () => Promise<void>>>, close(): Promise<void> }>}
 */
export async function openScreens(browser, language) {
  const texts = SERVER_TEXTS[language];
  const app = await (bundled ??= bundlePage(new URL("page.jsx", import.meta.url)));
  const context = await browser.newContext({
    locale: language,
    timezoneId: "Europe/Berlin",
    bypassCSP: true,
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const pages = await openPages(texts);

  const show = async (given) => {
    await page.goto("about:blank");
    await page.setContent(
      `<!doctype html><html lang="en"><title>midcall</title><meta name="viewport" content="width=device-width">
       <style>${app.style}${AROUND}</style><div id="root"></div>`,
    );
    await page.addScriptTag({ content: app.script, type: "module" });
    await page.waitForFunction(() => "show" in globalThis);
    await page.evaluate(
      ([tag, one]) => globalThis.show(tag, one),
      [language, { server: texts.server, ...given }],
    );
    await page.locator("[data-midcall=question]").first().waitFor();
    await page
      .locator("[data-midcall=button][aria-disabled]")
      .first()
      .waitFor({ state: "detached" });
  };

  /** How each screen is reached. @type {Record<string, () => Promise<void>>} */
  const screens = {
    "react form": async () => {
      await show({ questions: [withUnsupported(texts)], inbox: true });
      await page.locator("form button").first().click();
      await page.locator("[data-midcall=summary]").waitFor();
    },
    "react dialog": () => show({ questions: [yesOrNo(texts), registration(texts)] }),
    "react link": () => show({ questions: [suspiciousLink(texts)] }),
    "react approval": () =>
      show({ questions: [registration(texts)], inbox: true, policy: { default: "ask" } }),
    "page form": async () => {
      await page.goto(pages.links.answer);
      await page.locator("button[value=review], button[value=answer]").first().click();
      await page.getByRole("alert").waitFor();
    },
    "page secret": () => page.goto(pages.links.secret).then(() => {}),
    "page approval": () => page.goto(pages.links.approval).then(() => {}),
    "page not available": () => page.goto(`${pages.links.answer}x`).then(() => {}),
  };
  return {
    page,
    screens,
    async close() {
      await context.close();
      await pages.close();
    },
  };
}

/** The pages of URL mode in all languages, for a user who is known to them. */
async function openPages(texts) {
  const store = createMemoryStore();
  const pages = await serveLoopback({
    secret: SECRET,
    store,
    vault: createVault({ store, secret: SECRET }),
    identify: createCustomIdentity(() => ({ principal: "ana", label: "ana@example.com" })),
    languages: [ar, de, es, fr, ja],
  });
  const whose = { principal: "ana", server: texts.server };
  const answer = await pages.answerLink({ ...whose, ...registration(texts) });
  const secret = await pages.secretLink({ ...whose, name: "payments-key", message: texts.key });
  const approval = await pages.approvalLink({
    ...whose,
    message: texts.connect,
    url: "https://calendar.example.com/connect",
  });
  return {
    links: { answer: answer.url, secret: secret.url, approval: approval.url },
    close: () => pages.close(),
  };
}

/** @type {Promise<{ script: string, style: string }> | undefined} */
let bundled;
