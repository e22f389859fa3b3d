import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { recordings } from "../../docs/.vitepress/recordings.mjs";
import { changedArea } from "../../scripts/recordings/changed-area.mjs";
import { programIn } from "../../scripts/recordings/first-server.mjs";
import { MOST_BYTES, MOST_SECONDS } from "../../scripts/recordings/limits.mjs";
import { animationOf, describeWebp, stillOf } from "../../scripts/recordings/webp.mjs";

const docs = fileURLToPath(new URL("../../docs/", import.meta.url));
const folder = join(docs, "recordings");
const films = readdirSync(folder).filter((name) => !name.endsWith("-still.webp"));

/** A picture of 20 × 20 pixels, lossless, with an odd number of bytes and a colour profile before it. */
function picture(): Buffer {
  const pixels = Buffer.from(
    "2f13c004100f1011f31f8220dba620f327fd1d22fa3f0e400f00000000305b",
    "hex",
  );
  const chunk = (name: string, body: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(name, "latin1");
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  };
  const parts = [chunk("ICCP", Buffer.alloc(5)), chunk("VP8L", pixels)];
  return chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...parts]));
}

describe("a WebP file", () => {
  it("is put together from frames, and read again", () => {
    const frames = [
      { x: 0, y: 0, width: 20, height: 20, ms: 600 },
      { x: 1022, y: 4, width: 20, height: 20, ms: 70_000 },
    ];
    const file = animationOf(
      { width: 1200, height: 900 },
      frames.map((frame) => ({ ...frame, file: picture() })),
    );
    expect(describeWebp(file)).toEqual({ width: 1200, height: 900, frames, seconds: 70.6 });
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    // The picture itself is in each frame, and its profile is in none.
    expect(file.toString("latin1").split("VP8L").length - 1).toBe(2);
    expect(file.includes("ICCP")).toBe(false);
  });

  it("is a still without a colour profile", () => {
    const still = stillOf(picture());
    expect(still.includes("ICCP")).toBe(false);
    expect(describeWebp(still)).toEqual({ width: 20, height: 20, frames: [], seconds: 0 });
  });

  it("has frames that begin at even numbers", () => {
    const frame = { x: 3, y: 0, width: 20, height: 20, ms: 50, file: picture() };
    expect(() => animationOf({ width: 40, height: 40 }, [frame])).toThrow("at 3, 0");
  });

  it("is nothing else", () => {
    expect(() => stillOf(Buffer.from("\u0089PNG and more than that"))).toThrow("not a WebP file");
  });
});

describe("what has changed between two pictures", () => {
  const before = new Uint32Array(6 * 4);
  const changedAt = (...places: number[]): Uint32Array =>
    before.map((pixel, at) => (places.includes(at) ? 7 : pixel));

  it("is nothing, if nothing has", () => {
    expect(changedArea(before, changedAt(), 6)).toBeUndefined();
  });

  it("lies in the smallest area that begins at even numbers", () => {
    expect(changedArea(before, changedAt(3 * 6 + 3), 6)).toEqual({
      x: 2,
      y: 2,
      width: 2,
      height: 2,
    });
    expect(changedArea(before, changedAt(1 * 6 + 5, 2 * 6 + 2), 6)).toEqual({
      ...{ x: 2, y: 0, width: 4, height: 3 },
    });
  });
});

it("the program in the console's recording is the one on the page", () => {
  const page = readFileSync(join(docs, "start/server.md"), "utf8");
  expect(programIn(page)).toMatch(/^import [^]+registerTool\("book_table"[^]+\}\);\n$/);
  expect(() => programIn(page.replace("<!-- run: start/server.ts -->", ""))).toThrow(
    "no server.ts to run",
  );
});

/** Where a page shows a recording: what happens in it, its still, itself, and its title. */
const SHOWN =
  /\[!\[(?<alt>[^\]]*)\]\((?<still>[^)\s]+)\)\]\((?<film>[^)\s]+\.webp)(?: "(?<title>[^"]*)")?\)/g;

const pages = readdirSync(docs, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".md") && !path.includes("reference/api"),
);
const shown = pages.flatMap((page) =>
  [...readFileSync(join(docs, page), "utf8").matchAll(SHOWN)].map(({ groups }) => ({
    page,
    ...(groups as { alt: string; still: string; film: string; title?: string }),
  })),
);

describe.each(films)("the recording %s", (film) => {
  const bytes = readFileSync(join(folder, film));
  const still = readFileSync(join(folder, film.replace(".webp", "-still.webp")));
  const { frames, seconds, ...size } = describeWebp(bytes);

  it("is short and small, and its still is of the same size", () => {
    expect(seconds).toBeGreaterThan(5);
    expect(seconds).toBeLessThanOrEqual(MOST_SECONDS);
    expect(bytes.length).toBeLessThanOrEqual(MOST_BYTES);
    expect(still.length).toBeLessThanOrEqual(MOST_BYTES);
    expect(describeWebp(still)).toEqual({ ...size, frames: [], seconds: 0 });
  });

  it("begins with a whole picture, leaves no frame outside of it, and shows its end for a while", () => {
    expect(frames[0]).toMatchObject({ x: 0, y: 0, ...size });
    const outside = frames.filter(
      ({ x, y, width, height }) => x + width > size.width || y + height > size.height,
    );
    expect(outside).toEqual([]);
    expect(frames.at(-1)!.ms).toBeGreaterThanOrEqual(3_000);
  });

  it("is shown by a page, with its still, its length, and what happens in it from first to last", () => {
    const here = shown.filter((one) => basename(one.film) === film);
    expect(here).not.toEqual([]);
    for (const { alt, still, title } of here) {
      expect(basename(still)).toBe(film.replace(".webp", "-still.webp"));
      expect(title).toBe(`Recording, ${Math.round(seconds)} seconds`);
      expect(alt.split(/[.?:] /).length).toBeGreaterThan(4);
      expect(alt).toMatch(/Booked for 4, on the terrace\.$/);
    }
  });
});

it("there are recordings of a terminal, the console and the bridge, and no others are shown", () => {
  expect(films.sort()).toEqual(["bridge.webp", "console.webp", "terminal.webp"]);
  const known = shown.map(({ film }) => basename(film)).filter((film) => !films.includes(film));
  expect(known).toEqual([]);
});

describe("on the site, a link to a recording", () => {
  /** What the plugin makes of one paragraph. */
  function render(children: object[]): string[] {
    let rule: ((state: object) => void) | undefined;
    recordings({
      core: { ruler: { push: (_name: string, given: typeof rule) => (rule = given) } },
    });
    class Token {
      content = "";
      readonly type: string;
      constructor(type: string) {
        this.type = type;
      }
    }
    rule!({ tokens: [{ children }, {}], Token });
    return (children as Token[]).map(({ type, content }) => content || type);
  }
  const link = (href: string, title: string | null): object => ({
    type: "link_open",
    attrGet: (name: string) => (name === "href" ? href : title),
  });
  const end = { type: "link_close" };
  const image = { type: "image" };

  it("is the still, and the recording for its reader to play", () => {
    expect(render([link('a"&.webp', "Recording, 8 seconds"), image, end])).toEqual([
      '<Recording seconds="8"><template #still>',
      "image",
      '</template><template #film><img src="a&quot;&amp;.webp" alt=""></template></Recording>',
    ]);
  });

  it("stays what it is, if it leads elsewhere", () => {
    expect(render([link("a.md", null), image, end])).toEqual(["link_open", "image", "link_close"]);
  });

  it("needs its still and its length", () => {
    expect(() => render([link("a.webp", "8 seconds"), { type: "text" }, end])).toThrow("its still");
    expect(() => render([link("a.webp", null), image, end])).toThrow("needs a title");
  });
});
