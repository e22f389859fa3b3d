import { createHash } from "node:crypto";

/** The style sheet of the examples' own pages, in the colours of midcall's. */
const STYLE = `
:root { color-scheme: light dark; --text: #1a1d27; --muted: #565c6f; --surface: #fff; --sunken: #f4f5f9; --line: #e1e4ec;
  --edge: #81889c; --accent: #3a50c2; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --text: #eceef5; --muted: #abb2c5; --surface: #1c1f27; --sunken: #13151b;
  --line: #353a47; --edge: #7d859b; --accent: #adbaff; --on-accent: #12163a; } }
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; padding: clamp(0.75rem, 5vw, 4rem) 0.75rem; background: var(--sunken); color: var(--text);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
main { max-width: 40rem; margin: 0 auto; padding: clamp(1rem, 5vw, 1.75rem); border: 1px solid var(--line);
  border-radius: 14px; background: var(--surface); }
h1 { margin: 0 0 1rem; font-size: 1.25rem; line-height: 1.3; }
p { margin: 0 0 1rem; }
main > :last-child { margin-bottom: 0; }
label { display: block; margin-bottom: 1rem; font-weight: 600; }
input { display: block; width: 100%; min-height: 2.75rem; margin-top: 0.375rem; padding: 0.5rem 0.75rem; font: inherit;
  font-weight: 400; color: inherit; background: var(--surface); border: 1px solid var(--edge); border-radius: 9px; }
button { min-height: 2.75rem; margin: 0 0.625rem 0.625rem 0; padding: 0.5rem 1.125rem; font: inherit; font-weight: 600;
  color: inherit; background: var(--surface); border: 1px solid var(--edge); border-radius: 9px; cursor: pointer; }
button:first-of-type { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
small { color: var(--muted); }
@media (forced-colors: active) { button:first-of-type { border: 2px solid Highlight; } }
`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** The headers of a page. @param policy - more directives of its content security policy */
export const pageHeaders = (policy = ""): Record<string, string> => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'${policy}`,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
});

/** Escapes text for HTML. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A whole page; `title` and `body` are HTML. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;
}
