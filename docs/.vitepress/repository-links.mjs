import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const docs = fileURLToPath(new URL("../", import.meta.url));
const root = resolve(docs, "..");
const REPOSITORY = "https://github.com/midcall/midcall";

/** Files outside of `docs` that a page of the site shows. */
const SHOWN = new Map([["SECURITY.md", "security.md"]]);

/**
 * A link as the site needs it: pages link to files of the repository by relative paths, which work where the repository
 * is shown; on the site those outside of `docs` lead to the repository.
 *
 * @param {string} href - as it stands on the page
 * @param {string} page - the page, relative to `docs`
 * @returns {string}
 */
export function siteLink(href, page) {
  if (/^[a-z][a-z+.-]*:|^#|^\//i.test(href)) return href;
  const [path, hash = ""] = href.split("#");
  // A page that includes another shows its links, which are relative to the included file.
  const bases = [dirname(join(docs, page)), root];
  const target = bases.map((base) => resolve(base, path)).find((file) => existsSync(file));
  if (target === undefined) return href;
  const inRoot = relative(root, target).split(sep).join("/");
  const anchor = hash === "" ? "" : `#${hash}`;
  const shown = SHOWN.get(inRoot);
  if (shown !== undefined) return `/${shown}${anchor}`;
  const isPage = inRoot.startsWith("docs/") && /\.md$/.test(inRoot);
  if (isPage) return `/${inRoot.slice("docs/".length)}${anchor}`;
  const kind = statSync(target).isDirectory() ? "tree" : "blob";
  return `${REPOSITORY}/${kind}/main/${inRoot}${anchor}`;
}

/** A plugin for markdown-it that turns the links of a page into those of the site. @param {object} md */
export function repositoryLinks(md) {
  md.core.ruler.push("repository-links", (state) => {
    const page = state.env.relativePath ?? "";
    if (page.startsWith("reference/api/")) return;
    for (const token of state.tokens.flatMap((one) => [one, ...(one.children ?? [])])) {
      if (token.type !== "link_open") continue;
      const at = token.attrIndex("href");
      if (at >= 0) token.attrs[at][1] = siteLink(token.attrs[at][1], page);
    }
  });
}
