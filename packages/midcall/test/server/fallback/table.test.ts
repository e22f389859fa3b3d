import { describe, expect, test } from "vitest";
import { defaultWays } from "../../../src/server/fallback/offered.js";
import {
  placementsOf,
  type Offered,
  type Placement,
  type QuestionKind,
} from "../../../src/server/fallback/placements.js";
import type { FallbackWay } from "../../../src/server/fallback/ways.js";

interface Row {
  readonly kind: QuestionKind;
  readonly offered: Offered;
  readonly failedNatively: boolean;
}

const BOTH = [false, true];
const KINDS: readonly QuestionKind[] = ["form", "human", "url", "credential"];
const PAGES = [undefined, "code", "sign-in"] as const;

function* everyRow(): Generator<Row> {
  for (const kind of KINDS)
    for (const failedNatively of BOTH)
      for (const form of BOTH)
        for (const url of BOTH)
          for (const app of BOTH)
            for (const appConfirms of BOTH)
              for (const localPage of BOTH)
                for (const pages of PAGES)
                  for (const relay of BOTH) {
                    const offered = { form, url, app, appConfirms, localPage, pages, relay };
                    yield { kind, offered, failedNatively };
                  }
}

/** Every list of different ways, in every order, from none to all four. */
function everyOrder(left: readonly FallbackWay[]): FallbackWay[][] {
  return [
    [],
    ...left.flatMap((way) =>
      everyOrder(left.filter((other) => other !== way)).map((rest) => [way, ...rest]),
    ),
  ];
}

/**
 * The documented rules, one line each and as cases that are written out: the code decides by predicates on its own, so a
 * mistake there does not repeat itself here.
 */
function isAllowed(placement: Placement, { kind, offered, failedNatively }: Row): boolean {
  switch (`${placement} ${kind}`) {
    // The host shows what it declares; a host that failed is not asked again.
    case "native form":
    case "native human":
      return offered.form && !failedNatively;
    case "native url":
    case "native credential":
      return offered.url && !failedNatively;
    // A view shows forms; the author can keep confirmations out of it. It opens no links.
    case "app form":
      return offered.app;
    case "app human":
      return offered.app && offered.appConfirms;
    // The link of the local page never passes through the model, so it is good for everything.
    case "local-page form":
    case "local-page human":
    case "local-page url":
    case "local-page credential":
      return offered.localPage;
    // A host with URL mode but without forms shows the link to the form. A link needs no page around it.
    case "page-by-url form":
    case "page-by-url human":
      return offered.url && offered.pages !== undefined && !failedNatively;
    // The model sees this link. A code that it saw as well proves nobody; only a sign-in does.
    case "page-by-text form":
    case "page-by-text url":
      return offered.pages !== undefined;
    case "page-by-text human":
    case "page-by-text credential":
      return offered.pages === "sign-in";
    // The model carries plain forms only, and none that a host has answered by itself.
    case "relay form":
      return offered.relay && !failedNatively;
    default:
      return false;
  }
}

const PLACES: Record<FallbackWay, readonly Placement[]> = {
  native: ["native"],
  app: ["app"],
  page: ["local-page", "page-by-url", "page-by-text"],
  relay: ["relay"],
};

const expected = (row: Row, ways: readonly FallbackWay[]): Placement[] =>
  ways.flatMap((way) => PLACES[way].filter((placement) => isAllowed(placement, row)));

const ROWS = [...everyRow()];
const ORDERS = everyOrder(["native", "app", "page", "relay"]);

/** The rows that differ, so that one failure names its row instead of stopping at the first of thousands. */
function differences(ways: readonly FallbackWay[]): unknown[] {
  return ROWS.flatMap((row) => {
    const found = placementsOf(row.kind, ways, row.offered, row.failedNatively);
    const wanted = expected(row, ways);
    return found.join() === wanted.join() ? [] : [{ ways, ...row, found, wanted }];
  });
}

function broken(rule: (row: Row, found: readonly Placement[]) => boolean): unknown[] {
  return ORDERS.flatMap((ways) =>
    ROWS.flatMap((row) => {
      const found = placementsOf(row.kind, ways, row.offered, row.failedNatively);
      return rule(row, found) ? [] : [{ ways, ...row, found }];
    }),
  );
}

describe("the table of ways, question kinds and host capabilities", () => {
  test("is complete", () => {
    expect(ROWS).toHaveLength(4 * 2 ** 7 * 3);
    expect(ORDERS).toHaveLength(1 + 4 + 12 + 24 + 24);
  });

  const store = {} as never;
  const pages = {} as never;
  test.each([
    ["a local server", {}, true, ["native", "page"]],
    ["a local server with store and pages", { store, pages }, true, ["native", "page"]],
    ["HTTP", {}, false, ["native"]],
    ["HTTP with a store", { store }, false, ["native", "app"]],
    ["HTTP with pages", { pages }, false, ["native", "page"]],
    ["HTTP with store and pages", { store, pages }, false, ["native", "app", "page"]],
  ] as const)("%s has the documented default", (_, settings, isLocal, ways) => {
    const found = defaultWays({ store: undefined, pages: undefined, ...settings }, isLocal);
    expect(found).toEqual(ways);
    expect(differences(found).slice(0, 3)).toEqual([]);
  });

  test("every explicit order gives the documented choice", () => {
    expect(ORDERS.flatMap(differences).slice(0, 3)).toEqual([]);
  });
});

describe("in every row and every order", () => {
  test("the model carries nothing but plain forms [ELI-26-32]", () => {
    const rows = broken(({ kind }, found) => kind === "form" || !found.includes("relay"));
    expect(rows.slice(0, 3)).toEqual([]);
  });

  test("a link that the model saw confirms nothing with a code [ELI-26-54]", () => {
    const rows = broken(
      ({ kind, offered }, found) =>
        !(offered.pages === "code" && (kind === "human" || kind === "credential")) ||
        !found.includes("page-by-text"),
    );
    expect(rows.slice(0, 3)).toEqual([]);
  });

  test("after a host's failure neither the host nor the model is asked [ELI-26-31]", () => {
    const rows = broken(
      ({ failedNatively }, found) =>
        !failedNatively ||
        !found.some((placement) => ["native", "page-by-url", "relay"].includes(placement)),
    );
    expect(rows.slice(0, 3)).toEqual([]);
  });

  test("a link is opened by the user, so no view shows it", () => {
    const rows = broken(
      ({ kind }, found) => kind === "form" || kind === "human" || !found.includes("app"),
    );
    expect(rows.slice(0, 3)).toEqual([]);
  });

  test("no place comes twice", () => {
    expect(broken((_, found) => new Set(found).size === found.length).slice(0, 3)).toEqual([]);
  });
});
