// `npm run docs`: the reference from TSDoc, then the site, then every link of it. Needs the library's build, and no network.
//   node scripts/docs/build.mjs [folder]    DOCS_BASE: the path that the site is served at, `/midcall/`
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vitepress";
import { brokenLinks } from "./broken-links.mjs";
import { writeReference } from "./reference.mjs";

const docs = fileURLToPath(new URL("../../docs", import.meta.url));
const folder = resolve(process.argv[2] ?? `${docs}/.vitepress/dist`);

await writeReference();
await build(docs, { outDir: folder });
const broken = await brokenLinks(folder, process.env.DOCS_BASE ?? "/");
if (broken.length > 0) throw new Error(`Broken links:\n${broken.join("\n")}`);
console.log(`The site is in ${folder}.`);
