import { type CallbackOutcome, callbackText } from "./callback-texts.js";

/** The headers of the page: it runs nothing, loads nothing, and is not stored. */
export const CALLBACK_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
  connection: "close",
};

/**
 * The page that the user sees after the authorization server has sent them back. The texts are our own.
 *
 * @param language - the value of `Accept-Language`
 */
export function callbackPage(outcome: CallbackOutcome, language: string | undefined): string {
  const { lang, title, text } = callbackText(outcome, language);
  return `<!doctype html>
<html lang="${lang}" dir="${lang === "ar" ? "rtl" : "ltr"}">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <meta name="color-scheme" content="light dark" />
  <title>${title} · midcall</title>
  <style>body{font:1.05rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.25rem}</style>
  <main>
    <h1>${title}</h1>
    <p>${text}</p>
  </main>
</html>
`;
}
