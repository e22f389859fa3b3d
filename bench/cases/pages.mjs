/**
 * Pages for the right user, compared with a handwritten form with Hono: the cost of sealing, binding and any schema.
 */
import { URLSearchParams } from "node:url";
import { Hono } from "hono";
import { html } from "hono/html";
import { secureHeaders } from "hono/secure-headers";
import { compare } from "./store-engines.mjs";

const DIST = new URL("../../packages/midcall/dist/", import.meta.url);
const ORIGIN = "https://pages.example.com";
const SECRET = "the secret of the pages of this benchmark";
const USER = { principal: "alice", server: "Invoices", message: "To send the invoice." };

/** The user of a request, as your own site would identify them. @param {Request} request */
const userOf = (request) => /user=(\w+)/.exec(request.headers.get("cookie") ?? "")?.[1];

/** The questions; of the answer page, the first answer is wrong and the others are fine. */
const schema = {
  type: "object",
  properties: {
    email: { type: "string", format: "email", title: "Your e-mail address" },
    plan: { type: "string", title: "Plan", enum: ["free", "team", "company"] },
    seats: { type: "integer", title: "Seats", minimum: 1, maximum: 100 },
    note: { type: "string", title: "Note", maxLength: 200 },
  },
  required: ["email", "plan", "seats"],
};
const WRONG = { f0: "nobody", f1: "1", f2: "12", f3: "Thank you" };

/**
 * The same pages written by hand: a link in a Map, a check of the user, a token against forged forms, the same style
 * sheet and the headers of Hono. Everything besides the form is missing: sealing, single use, limits, other schemas.
 *
 * @param {string} style
 */
function createByHand(style) {
  const links = new Map([
    ["secret", { ...USER, csrf: "u7Yh3kQm" }],
    ["answer", { ...USER, csrf: "p0Zt5wXe" }],
  ]);
  const page = (title, { server, message }, body) =>
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>${title}</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          ${style}
        </head>
        <body>
          <main>
            <p>${server} asks</p>
            <h1>${title}</h1>
            <p>${message}</p>
            ${body}
          </main>
        </body>
      </html>`;
  const secretForm = ({ csrf }) =>
    html`<form method="post">
      <input type="hidden" name="csrf" value="${csrf}" />
      <label for="f0">Secret</label><input id="f0" name="f0" type="password" required />
      <button name="action" value="save">Save</button>
      <button name="action" value="decline">Decline</button>
      <button name="action" value="cancel">Cancel</button>
    </form>`;
  const plans = ["free", "team", "company"];
  const answerForm = ({ csrf }, given = {}, errors = {}) =>
    html`<form method="post">
      <input type="hidden" name="csrf" value="${csrf}" />
      <label for="f0">Your e-mail address</label>${errors.f0 && html`<p>${errors.f0}</p>`}
      <input id="f0" name="f0" type="email" value="${given.f0 ?? ""}" required />
      <fieldset>
        <legend>Plan</legend>
        ${errors.f1 && html`<p>${errors.f1}</p>`}
        ${plans.map(
          (plan, n) =>
            html`<label
              ><input
                type="radio"
                name="f1"
                value="${n}"
                ${given.f1 === String(n) ? "checked" : ""}
              />${plan}</label
            >`,
        )}
      </fieldset>
      <label for="f2">Seats</label>${errors.f2 && html`<p>${errors.f2}</p>`}
      <input id="f2" name="f2" inputmode="numeric" value="${given.f2 ?? ""}" required />
      <label for="f3">Note</label>${errors.f3 && html`<p>${errors.f3}</p>`}
      <input id="f3" name="f3" value="${given.f3 ?? ""}" />
      <button name="action" value="review">Review</button>
      <button name="action" value="decline">Decline</button>
      <button name="action" value="cancel">Cancel</button>
    </form>`;
  const check = ({ f0 = "", f1 = "", f2 = "", f3 = "" }) => {
    const errors = {};
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(f0)) errors.f0 = "Enter an e-mail address.";
    if (!/^[0-2]$/.test(f1)) errors.f1 = "Choose one.";
    if (!/^\d+$/.test(f2) || Number(f2) < 1 || Number(f2) > 100) errors.f2 = "Enter 1 to 100.";
    if (f3.length > 200) errors.f3 = "Enter at most 200 characters.";
    return errors;
  };
  const app = new Hono();
  app.use(
    secureHeaders({
      contentSecurityPolicy: { defaultSrc: ["'none'"], formAction: ["'self'"] },
      referrerPolicy: "no-referrer",
    }),
  );
  const open = (c) => {
    const link = links.get(c.req.param("token"));
    return link?.principal === userOf(c.req.raw) ? link : undefined;
  };
  app.get("/l/:token", (c) => {
    const link = open(c);
    if (!link) return c.notFound();
    c.header("cache-control", "no-store");
    return c.req.param("token") === "secret"
      ? c.html(page("A secret for Invoices", link, secretForm(link)))
      : c.html(page("A question", link, answerForm(link)));
  });
  app.post("/l/:token", async (c) => {
    const link = open(c);
    const given = await c.req.parseBody();
    if (!link || given.csrf !== link.csrf) return c.notFound();
    c.header("cache-control", "no-store");
    const errors = check(given);
    return c.html(page("A question", link, answerForm(link, given, errors)), 422);
  });
  return { app, csrf: links.get("answer").csrf };
}

/** @param {"secret" | "answer" | "error"} what @param {boolean} quick */
async function measure(what, quick) {
  const { createPages, createCustomIdentity } = await import(new URL("pages/index.js", DIST).href);
  const { createMemoryStore } = await import(new URL("store/index.js", DIST).href);
  const { createVault } = await import(new URL("vault/index.js", DIST).href);
  const store = createMemoryStore();
  const pages = createPages({
    baseUrl: ORIGIN,
    secret: SECRET,
    store,
    vault: createVault({ store, secret: SECRET }),
    identify: createCustomIdentity(userOf),
    // High enough that requests are counted but never refused.
    limits: { perAddress: 1_000_000_000, linksPerUser: Infinity },
  });
  const connection = { remoteAddress: "192.0.2.1" };
  const link =
    what === "secret"
      ? await pages.secretLink({ ...USER, name: "key" })
      : await pages.answerLink({ ...USER, requestedSchema: schema });

  const first = await pages.fetch(
    new Request(link.url, { headers: { cookie: "user=alice" } }),
    connection,
  );
  const cookie = `user=alice; ${first.headers.get("set-cookie")?.split(";")[0]}`;
  const shown = await first.text();
  const proof = /name="proof" value="([^"]+)"/.exec(shown)?.[1] ?? "";
  const style = /<style>.*<\/style>/s.exec(shown)?.[0] ?? "";
  const byHand = createByHand(Object.assign(new String(style), { isEscaped: true }));
  const handUrl = `${ORIGIN}/l/${what === "secret" ? "secret" : "answer"}`;

  const get = (url) => new Request(url, { headers: { cookie } });
  const post = (url, fields) =>
    new Request(url, { method: "POST", headers: { cookie }, body: new URLSearchParams(fields) });
  const [ours, theirs, status, marks] =
    what === "error"
      ? [
          () => post(link.url, { ...WRONG, proof, action: "review" }),
          () => post(handUrl, { ...WRONG, csrf: byHand.csrf, action: "review" }),
          422,
          ["nobody", "Thank you"],
        ]
      : [
          () => get(link.url),
          () => get(handUrl),
          200,
          [what === "secret" ? 'type="password"' : "Seats"],
        ];
  const serve = (fetch, request) => async () => {
    const first = await fetch(request());
    // Ours redirects to the page that shows the errors, so that going back does not submit the form again.
    const next = first.status === 303 ? first.headers.get("location") : null;
    const response = next === null ? first : await fetch(get(new URL(next, ORIGIN)));
    const text = await response.text();
    if (response.status !== status || !marks.every((mark) => text.includes(mark))) {
      throw new Error(`a page came out wrong: ${response.status}`);
    }
  };
  const result = await compare(
    serve((request) => pages.fetch(request, connection), ours),
    serve((request) => byHand.app.fetch(request), theirs),
    quick,
  );
  return { ...result, unit: "requests/s", note: "in process, 16 at once, the same style sheet" };
}

export const cases = /** @type {const} */ (["secret", "answer", "error"]).map((what) => ({
  id: `pages-${what}`,
  against: "hono-form",
  servers: [],
  run: (/** @type {{ quick: boolean }} */ { quick }) => measure(what, quick),
}));
