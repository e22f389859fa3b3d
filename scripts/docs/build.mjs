// `npm run docs`: the reference from TSDoc, then the site, then every link of it. Needs the library's build, and no network.
import { fileURLToPath } from "node:url";
import { build } from "vitepress";
import { brokenLinks } from "./broken-links.mjs";
import { writeReference } from "./reference.mjs";

const docs = fileURLToPath(new URL("../../docs", import.meta.url));

/** Builds the site into `docs/.vitepress/dist`. @throws {Error} that names every broken link */
export async function buildSite() {
  await writeReference();
  await build(docs);
  const broken = await brokenLinks(`${docs}/.vitepress/dist`, process.env.DOCS_BASE ?? "/");
  if (broken.length > 0) throw new Error(`Broken links:\n${broken.join("\n")}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildSite();
  console.log("The site is in docs/.vitepress/dist.");
}
