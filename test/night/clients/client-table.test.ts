import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { clientTable, ROWS } from "./client-table.js";

const docs = new URL("../../../docs/", import.meta.url);

it("docs/clients.md has the table of what the tests run on", () => {
  const written = readFileSync(new URL("clients.md", docs), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^\|[\s|-]+$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
  expect(written).toEqual(clientTable());
});

it("each library has a page, and each page a library", () => {
  const pages = ROWS.flatMap(({ page }) => (page ? [`${page}.md`] : []));
  expect(readdirSync(new URL("clients/", docs)).sort()).toEqual(pages.sort());
});
