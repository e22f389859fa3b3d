/** Revisions of the protocol that midcall speaks. */
export type Revision = "2025-06-18" | "2025-11-25" | "2026-07-28";

export type Level = "MUST" | "MUST NOT" | "SHOULD" | "SHOULD NOT";

export type Role = "server" | "client" | "both";

/** The part of the project that answers a requirement: server kit, host kit, or hosted pages. */
export type Part = "server" | "client" | "pages";

/** A heading that must exist because no test can check what the sentence asks of people. */
export interface Doc {
  readonly file: "README.md" | "SECURITY.md" | "ARCHITECTURE.md";
  readonly heading: string;
}

/** One normative sentence (or one item of a normative list) of the specification. */
export interface Requirement {
  /** `<page>-<revision>-<number>`: 25A is 2025-06-18, 25B is 2025-11-25, 26 is 2026-07-28. Never reused. */
  readonly id: string;
  readonly revision: Revision;
  /** Path of the page below its revision, such as `client/elicitation`. */
  readonly page: string;
  /** Anchor of the section; empty for what stands before the first heading. */
  readonly section: string;
  readonly role: Role;
  readonly level: Level;
  readonly url: string;
  /** What a conforming side does, in our own words (also where the level is a "NOT"). */
  readonly text: string;
  readonly issue: Part;
  /** `test`: a test cites the id. `docs`: {@link Requirement.doc} says what the reader must do. */
  readonly answered: "test" | "docs";
  readonly doc?: Doc;
  /** True for all but the first of the items that hang on one keyword of the page. */
  readonly continues: boolean;
}

/** A requirement as written in a page file; the rest comes from the page and section it stands in. */
export interface Entry {
  readonly number: number;
  readonly role: Role;
  readonly level: Level;
  readonly text: string;
  readonly issue?: Part;
  readonly doc?: Doc;
  readonly continues?: boolean;
}

type Options = Pick<Entry, "issue" | "doc" | "continues">;

/** What a server has to do. Answered by the server kit unless `options.issue` says otherwise. */
export function server(number: number, level: Level, text: string, options: Options = {}): Entry {
  return { number, role: "server", level, text, issue: "server", ...options };
}

/** What a client (a host) has to do. Answered by the host kit unless `options.issue` says otherwise. */
export function client(number: number, level: Level, text: string, options: Options = {}): Entry {
  return { number, role: "client", level, text, issue: "client", ...options };
}

/** What either side has to do. */
export function both(number: number, level: Level, text: string, options: Options = {}): Entry {
  return { number, role: "both", level, text, issue: "server", ...options };
}

interface Page {
  /** First two parts of every id on the page, such as `ELI-25B`. */
  readonly prefix: string;
  readonly revision: Revision;
  readonly path: string;
  /** Entries by the anchor of their section, in page order. */
  readonly sections: Readonly<Record<string, readonly Entry[]>>;
}

/** Turns the entries of one page into requirements. */
export function page({ prefix, revision, path, sections }: Page): readonly Requirement[] {
  const address = `https://modelcontextprotocol.io/specification/${revision}/${path}`;
  return Object.entries(sections).flatMap(([section, entries]) =>
    entries.map(({ number, role, level, text, issue = "server", doc, continues = false }) => ({
      id: `${prefix}-${String(number).padStart(2, "0")}`,
      revision,
      page: path,
      section,
      role,
      level,
      url: section === "" ? address : `${address}#${section}`,
      text,
      issue,
      answered: doc === undefined ? ("test" as const) : ("docs" as const),
      ...(doc === undefined ? {} : { doc }),
      continues,
    })),
  );
}
