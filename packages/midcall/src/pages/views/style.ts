import { createHash } from "node:crypto";

/** The style sheet. It is inline, so that a page is a single response, and allowed by its hash only. */
export const STYLE: string = `
:root{color-scheme:light dark;--ink:#17202a;--quiet:#566270;--paper:#f4f6f8;--card:#fff;--line:#c4ccd6;--edge:#7d8894;
--key:#0b57b8;--key-ink:#fff;--key-deep:#084592;--bad:#a8161e;--bad-paper:#fdf0f0;--good:#12653a;--good-paper:#eef8f2;
--note-paper:#eef4fc;--glow:#0b57b8}
@media (prefers-color-scheme:dark){:root{--ink:#e9edf2;--quiet:#a4afbd;--paper:#10151b;--card:#1a212a;--line:#3a4553;
--edge:#7b8897;--key:#7db4ff;--key-ink:#0a1a30;--key-deep:#a6ccff;--bad:#ff9a97;--bad-paper:#3a1b1e;--good:#7ddba6;
--good-paper:#15301f;--note-paper:#18283d;--glow:#a6ccff}}
*,::before,::after{box-sizing:border-box}
html{font:100%/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;background:var(--paper);color:var(--ink);
-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-block-size:100vh;display:flex;flex-direction:column;align-items:center;padding:clamp(1rem,5vw,4rem) 1rem}
main,footer{inline-size:100%;max-inline-size:34rem}
main{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:clamp(1.25rem,5vw,2.25rem);
box-shadow:0 1px 2px #0000000d,0 8px 28px #0000000f}
.from{margin:0 0 .35rem;color:var(--quiet);font-size:.875rem;overflow-wrap:anywhere}
h1{font-size:1.4rem;line-height:1.3;margin:0 0 1rem;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{font-size:1rem;margin:0 0 .35rem}
p{margin:0 0 1rem;overflow-wrap:anywhere}
.message{white-space:pre-line;border-inline-start:3px solid var(--line);padding-inline-start:.85rem;margin-block:0 1.4rem}
form{margin:0}
.field{border:0;padding:0;margin:0 0 1.35rem;min-inline-size:0}
label,legend{display:block;font-weight:600;padding:0;margin-block-end:.25rem;overflow-wrap:anywhere}
.hint,.opt{color:var(--quiet);font-weight:400;font-size:.9rem}
.hint{margin:0 0 .4rem;white-space:pre-line}
input:not([type=radio],[type=checkbox]),select,textarea{font:inherit;color:inherit;background:var(--card);inline-size:100%;
max-inline-size:100%;min-block-size:2.75rem;padding:.5rem .7rem;border:1px solid var(--edge);border-radius:8px}
textarea{min-block-size:7rem;resize:vertical}
.veiled{-webkit-text-security:disc}
@supports not (-webkit-text-security:disc){.veiled:not(:placeholder-shown){color:transparent}}
.pair{display:grid;grid-template-columns:minmax(0,1fr);gap:.5rem}
@media (min-width:30rem){.pair{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}}
.choice{display:flex;gap:.65rem;align-items:flex-start;font-weight:400;padding:.45rem 0;margin:0;cursor:pointer}
.choice input{inline-size:1.2rem;block-size:1.2rem;margin:.18rem 0 0;flex:none;accent-color:var(--key)}
.code input{font:600 1.5rem/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.12em;text-transform:uppercase;
max-inline-size:14rem}
.wrong{border-inline-start:3px solid var(--bad);padding-inline-start:.85rem}
.wrong :is(input,select,textarea){border-color:var(--bad)}
.error{color:var(--bad);font-weight:600;margin:0 0 .4rem}
.box{border:1px solid var(--line);border-radius:10px;padding:.9rem 1rem;margin-block-end:1.4rem;overflow-wrap:anywhere}
.box>:last-child{margin-block-end:0}
.box ul{margin:.25rem 0 0;padding-inline-start:1.15rem}
.box.bad{border-color:var(--bad);background:var(--bad-paper)}.box.bad :is(h2,a){color:var(--bad)}
.box.good{border-color:var(--good);background:var(--good-paper)}
.box.note{background:var(--note-paper)}
dl{margin:0 0 1.4rem}dt{font-weight:600;overflow-wrap:anywhere}
dd{margin:0 0 .85rem;white-space:pre-wrap;overflow-wrap:anywhere}dd.none{color:var(--quiet)}
.acts{display:flex;flex-wrap:wrap;gap:.6rem;margin-block-start:1.6rem}
.acts+.acts{margin-block-start:.75rem;padding-block-start:.75rem;border-block-start:1px solid var(--line)}
button,.button{font:inherit;font-weight:600;min-block-size:2.75rem;padding:.5rem 1.1rem;border-radius:8px;border:1px solid var(--edge);
background:transparent;color:inherit;cursor:pointer;text-decoration:none;display:inline-block;max-inline-size:100%;overflow-wrap:anywhere}
button:hover,.button:hover{border-color:var(--ink)}
.main{background:var(--key);border-color:var(--key);color:var(--key-ink)}
.main:hover{background:var(--key-deep);border-color:var(--key-deep)}
main>:last-child{margin-block-end:0}
.plain{border-color:transparent;margin-inline-start:-.4rem;text-decoration:underline;text-underline-offset:.2em;padding-inline:.4rem;font-weight:500}
a{color:var(--key);text-underline-offset:.2em}
.main:is(a){color:var(--key-ink)}
:focus-visible{outline:3px solid var(--glow);outline-offset:2px;border-radius:6px}
.host{font-weight:700}
footer{color:var(--quiet);font-size:.85rem;padding:1rem .25rem 0;overflow-wrap:anywhere}
footer form{display:inline}footer button{min-block-size:2rem;padding:.1rem .3rem;font-size:inherit}
@media (max-width:24rem){.acts button,main .button{flex:1 1 100%;inline-size:100%;margin-inline:0;text-align:center}}
@media (forced-colors:active){.main{border:2px solid}}
`.trim();

/** The source expression that allows the style sheet in a content security policy. */
export const STYLE_HASH: string = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;
