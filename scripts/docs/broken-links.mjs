import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";

const decode = (text) => decodeURIComponent(text.replaceAll("&amp;", "&"));

/** Every id of a page, and every address it leads to or loads. */
function partsOf(html) {
  const values = (attribute) =>
    [...html.matchAll(new RegExp(`<[^>]*?\\s${attribute}="([^"]*)"`, "g"))].map(
      ([, value]) => value,
    );
  return { ids: new Set(values("id").map(decode)), links: [...values("href"), ...values("src")] };
}

/**
 * The links of a built site that lead nowhere: to a page, a file or an anchor that is not there. Addresses of other
 * sites are not opened.
 *
 * @param {string} folder - the built site
 * @param {string} base - the path it is served at, with `/` at both ends
 * @returns {Promise<string[]>} `page -> link` for each
 */
export async function brokenLinks(folder, base = "/") {
  const files = (await readdir(folder, { recursive: true })).map((name) =>
    name.replaceAll("\\", "/"),
  );
  const known = new Set(files);
  const pages = new Map();
  for (const file of files.filter((name) => name.endsWith(".html"))) {
    pages.set(file, partsOf(await readFile(join(folder, file), "utf8")));
  }
  const broken = [];
  for (const [page, { links }] of pages) {
    for (const link of links) {
      if (/^[a-z][a-z+.-]*:|^\/\//i.test(link)) continue;
      const [path, hash = ""] = link.split("#").map(decode);
      const target =
        path === ""
          ? page
          : path.startsWith("/")
            ? path.slice(base.length)
            : posix.join(posix.dirname(page), path);
      const file = target === "" || target.endsWith("/") ? `${target}index.html` : target;
      const isThere =
        known.has(file) && (path === "" || !path.startsWith("/") || path.startsWith(base));
      const hasAnchor = hash === "" || !pages.has(file) || pages.get(file).ids.has(hash);
      if (!isThere || !hasAnchor) broken.push(`${page} -> ${link}`);
    }
  }
  return broken;
}
