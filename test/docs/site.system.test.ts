import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import MiniSearch from "minisearch";
import { beforeAll, describe, expect, it } from "vitest";
import { brokenLinks } from "../../scripts/docs/broken-links.mjs";
import { pictures } from "../../scripts/docs/picture-contents.mjs";
import { draw } from "../../scripts/docs/pictures.mjs";
import { surface } from "../../scripts/api-report.mjs";
import { processTerm } from "../../docs/.vitepress/process-term.mjs";
import { buildSite, siteFolder } from "./built-site.js";
import { frictions, questions } from "./frictions.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

beforeAll(buildSite);

const page = (name: string): Promise<string> => readFile(join(siteFolder, `${name}.html`), "utf8");

describe("the site", () => {
  it("has no link to a page, a file or an anchor that is not there", async () => {
    expect(await brokenLinks(siteFolder)).toEqual([]);
  });

  it("leads to files and headings that are in the repository, where it leads there", async () => {
    const files = await readdir(siteFolder, { recursive: true });
    const links = new Set<string>();
    for (const name of files.filter((one) => one.endsWith(".html"))) {
      const html = await readFile(join(siteFolder, name), "utf8");
      const found = html.matchAll(
        /href="https:\/\/github\.com\/midcall\/midcall\/(?:blob|tree)\/main\/([^"]+)"/g,
      );
      for (const [, link] of found) links.add(link!);
    }
    // 23 since the recordings are no longer in the repository.
    expect(links.size).toBeGreaterThan(20);
    const broken: string[] = [];
    for (const link of links) {
      const [path, hash] = link.split("#");
      const text = await readFile(join(root, path!), "utf8").catch((error: NodeJS.ErrnoException) =>
        error.code === "EISDIR" ? "" : undefined,
      );
      const headings = [...(text ?? "").matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
        heading!
          .toLowerCase()
          .replace(/[^\w\s-]/g, "")
          .replace(/\s/g, "-"),
      );
      if (text === undefined || (hash !== undefined && !headings.includes(hash))) broken.push(link);
    }
    expect(broken).toEqual([]);
  });

  it("loads nothing from elsewhere", async () => {
    const files = await readdir(siteFolder, { recursive: true });
    const loads =
      /<(?:script|link|img|iframe)\b[^>]*\s(?:src|href)="(?:https?:)?\/\/|url\(["']?https?:|@import\s+["']https?:/;
    const found = [];
    for (const name of files.filter((one) => /\.(html|css)$/.test(one))) {
      if (loads.test(await readFile(join(siteFolder, name), "utf8"))) found.push(name);
    }
    expect(found).toEqual([]);
  });

  it("has an anchor for every export of every entry", async () => {
    const missing: string[] = [];
    const all = surface();
    expect(all.length).toBeGreaterThan(30);
    for (const { name: entry, exported } of all) {
      const html = await page(`reference/api/${entry}`);
      const ids = [...html.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => id!);
      for (const { name } of exported) {
        const wanted = name.toLowerCase().replaceAll("_", "-");
        if (!ids.some((id) => id === wanted || id.endsWith(`-${wanted}`))) {
          missing.push(`${entry}: ${name}`);
        }
      }
    }
    expect(missing).toEqual([]);
  });

  it("has a page for every error code, with the code as its title", async () => {
    const codes = (await readdir(join(root, "docs/errors"))).map((name) => name.slice(0, -3));
    expect(codes.length).toBeGreaterThan(50);
    for (const code of codes) expect(await page(`errors/${code}`)).toMatch(`<title>${code} | `);
  });

  it.each(pictures)(
    "shows the picture $name as it is drawn, with its words for who cannot see it",
    async (picture) => {
      expect(await readFile(join(root, `docs/how-it-works/${picture.name}.svg`), "utf8")).toBe(
        draw(picture),
      );
      const source = await readFile(join(root, "docs/how-it-works/index.md"), "utf8");
      const [, alt] =
        new RegExp(`!\\[([^\\]]{80,})\\]\\(\\./${picture.name}\\.svg\\)`).exec(source) ?? [];
      expect(alt).toBeDefined();
    },
  );
});

describe("each known friction is answered by a page", () => {
  let index: MiniSearch;
  beforeAll(async () => {
    const chunks = join(siteFolder, "assets/chunks");
    const [file] = (await readdir(chunks)).filter((name) => name.includes("localSearchIndexroot"));
    const { default: json } = (await import(join(chunks, file!))) as { default: string };
    index = MiniSearch.loadJSON(json, {
      fields: ["title", "titles", "text"],
      storeFields: ["title", "titles"],
      processTerm,
    });
  });

  /** What the search box of the site shows first. */
  const search = (words: string): string[] =>
    index
      .search(words, {
        fuzzy: 0.2,
        prefix: true,
        boost: { title: 4, text: 2, titles: 1 },
        boostDocument: (id: string) => (id.includes("/reference/api/") ? 0.2 : 1),
      })
      .slice(0, 5)
      .map(({ id }) => String(id));

  it.each(frictions)("$about", ({ searches, page: wanted, says }) => {
    expect(searches.length).toBeLessThanOrEqual(2);
    const found = searches.map((words) => ({ words, hits: search(words) }));
    const isFound = found.some(({ hits }) => hits.some((id) => id.startsWith(`/${wanted}`)));
    expect(isFound, JSON.stringify(found, undefined, 1)).toBe(true);
    return page(wanted.split(".html")[0]!).then((html) =>
      expect(html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")).toMatch(says),
    );
  });

  it.each(questions)("“$asked” has its answer among the first two", ({ asked, page: wanted }) => {
    expect(search(asked).slice(0, 2)).toContain(`/${wanted}`);
  });

  it("leaves out words that say nothing about a page, in the index too", () => {
    expect(search("how do I")).toEqual([]);
    expect(search("THE password")).toEqual(search("password"));
    const { index: terms } = JSON.parse(JSON.stringify(index)) as { index: [string, unknown][] };
    const words = new Set(terms.map(([term]) => term));
    expect(words.has("password")).toBe(true);
    expect(words.has("the")).toBe(false);
  });

  it("finds nothing for words that stand nowhere", () => {
    expect(search("xylophone quarterdeck")).toEqual([]);
  });
});
