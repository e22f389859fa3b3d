import { createHash } from "node:crypto";
import { COLOURS, GOOD_COLOURS, MEASURES, type Colour } from "../../internal/theme-values.js";

const colours: readonly (readonly [string, Colour])[] = Object.entries({
  ...COLOURS,
  ...GOOD_COLOURS,
});
const variables = (pick: 0 | 1): string =>
  colours.map(([name, colour]) => `--${name}:${colour[pick]}`).join(";");
const measures = Object.entries(MEASURES)
  .map(([name, value]) => `--${name}:${value}`)
  .join(";");

/**
 * The style sheet, in the design of `react/theme.css`. It is inline, so that a page is a single response, and allowed by
 * its hash only.
 */
export const STYLE: string = `
:root{color-scheme:light dark;${measures};${variables(0)}}
@media (prefers-color-scheme:dark){:root{${variables(1)}}}
*,::before,::after{box-sizing:border-box}
html{font:100%/1.5 var(--font);background:var(--sunken);color:var(--text);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-block-size:100vh;display:flex;flex-direction:column;align-items:center;padding:clamp(.75rem,5vw,4rem) .75rem;
overflow-wrap:break-word}
main,footer{inline-size:100%;max-inline-size:40rem}
main{background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);padding:clamp(1rem,5vw,1.75rem);
box-shadow:0 1px 2px var(--shadow),0 10px 30px -12px var(--shadow)}
h1,h2,p,ul,dl,dd,fieldset{margin:0}
main>*+*,form>*+*,.good>*+*{margin-block-start:1.25rem}
form>.field+.field{margin-block-start:var(--gap)}
.from{color:var(--muted);font-size:.9375rem;overflow-wrap:anywhere}
.from+h1{margin-block-start:.125rem}
h1{font-size:1.25rem;font-weight:650;letter-spacing:-.01em;line-height:1.3;overflow-wrap:anywhere}
h2{font-size:1rem;font-weight:650}
p{overflow-wrap:anywhere}
bdi{display:inline-block;max-inline-size:100%}
.message bdi,.hint bdi,dd bdi{display:block;text-align:match-parent}
[dir=auto],[dir=ltr]{text-align:match-parent}
.message{white-space:pre-wrap;border-inline-start:3px solid var(--accent);padding-inline-start:1rem;font-size:1.0625rem}
.field{border:0;padding:0;min-inline-size:0}
label,legend{display:block;font-weight:600;padding:0;margin-block-end:.375rem;overflow-wrap:anywhere}
.need{color:var(--muted);font-weight:400;font-size:.8125rem;white-space:nowrap}
.hint{margin-block-end:.375rem;color:var(--muted);font-size:.9375rem;white-space:pre-line}
input:not([type=radio],[type=checkbox]),select,textarea{font:inherit;line-height:1.4;color:inherit;background:var(--surface);
inline-size:100%;max-inline-size:100%;min-block-size:2.75rem;padding:.5rem .75rem;border:1px solid var(--edge);
border-radius:var(--control-radius)}
:is(input,select,textarea):hover{border-color:var(--text)}
textarea{min-block-size:7rem;resize:vertical}
.veiled{-webkit-text-security:disc}
@supports not (-webkit-text-security:disc){.veiled:not(:placeholder-shown){color:transparent}}
.pair{display:grid;grid-template-columns:minmax(0,1fr);gap:.5rem}
@media (min-width:30rem){.pair{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
.choices{display:flex;flex-wrap:wrap;gap:.5rem}
.choice{display:flex;gap:.625rem;align-items:flex-start;min-inline-size:0;margin:0;padding:.5625rem .875rem;font-weight:400;
border:1px solid var(--line);border-radius:var(--control-radius);background:var(--surface);cursor:pointer;accent-color:var(--accent)}
.choice:hover{border-color:var(--edge)}
.choice:has(:checked){border-color:var(--accent);background:var(--accent-soft)}
.choice.none{border-style:dashed;color:var(--muted);accent-color:var(--muted)}
.choice.none:has(:checked){border-color:var(--edge);background:var(--surface)}
.choice input{inline-size:1.25rem;block-size:1.25rem;margin:.125rem 0 0;flex:none}
.code input{font:600 1.5rem/1.2 var(--mono);letter-spacing:.12em;text-transform:uppercase;max-inline-size:14rem}
.wrong{padding-inline-start:.875rem;border-inline-start:4px solid var(--danger)}
.wrong :is(input,select,textarea){border-color:var(--danger)}
.error{color:var(--danger);font-weight:600;margin-block-end:.375rem}
.error::before{content:"\\26a0\\00a0"/""}
.box{border:1px solid var(--line);border-radius:var(--control-radius);background:var(--sunken);padding:.875rem 1rem;overflow-wrap:anywhere}
.box>*+*{margin-block-start:.375rem}
.box ul{padding-inline-start:1.25rem}
.box.bad{border:2px solid var(--danger);background:var(--danger-soft)}
.box.bad a{color:var(--danger);font-weight:600}
.box.good{border-color:var(--good);background:var(--good-soft)}
h2+.review{margin-block-start:.5rem}
.review{border-block-start:1px solid var(--line)}
.review>div{display:flex;flex-wrap:wrap;gap:0 1rem;padding-block:.625rem;border-block-end:1px solid var(--line)}
dt{flex:2 1 0;min-inline-size:8rem;color:var(--muted);overflow-wrap:anywhere}
dd{flex:3 1 0;max-inline-size:100%;font-weight:550;white-space:pre-wrap;overflow-wrap:break-word}
dd.none{color:var(--muted);font-style:italic;font-weight:400}
dd small{display:block;color:var(--muted);font-size:.9375rem;font-weight:400}
.acts{display:flex;flex-wrap:wrap;gap:.625rem}
button,.button{font:inherit;font-weight:600;line-height:1.3;min-block-size:2.75rem;margin:0;padding:.5rem 1.125rem;
border:1px solid var(--edge);border-radius:var(--control-radius);background:var(--surface);color:var(--text);cursor:pointer;
text-decoration:none;max-inline-size:100%;overflow-wrap:anywhere}
.button{display:inline-flex;align-items:center}
:is(button,.button):hover{background:var(--sunken)}
.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.main:hover{background:var(--accent-strong);border-color:var(--accent-strong)}
.sudden button{animation:sudden .7s step-end}
@keyframes sudden{from{pointer-events:none}}
.plain{min-block-size:1.75rem;padding:.125rem 0;border:0;background:none;color:var(--accent);text-decoration:underline;
text-underline-offset:.2em}
.plain:hover{background:none}
a{color:var(--accent);text-underline-offset:.2em}
a.main{color:var(--on-accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.choice:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
.choice :focus-visible{outline:none}
.host{font-weight:700}
footer{color:var(--muted);font-size:.875rem;padding:1rem .25rem 0;overflow-wrap:anywhere}
footer form{display:inline}footer button{font-size:inherit}
@media (max-width:26rem){.acts button,main .button{flex:1 1 100%;inline-size:100%;justify-content:center}
dt,dd{flex-basis:100%}}
@media (forced-colors:active){.main,.choice:not(.none):has(:checked){border:2px solid Highlight}.choice :focus-visible{outline:3px solid Highlight}}
`.trim();

/** The source expression that allows the style sheet in a content security policy. */
export const STYLE_HASH: string = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;
