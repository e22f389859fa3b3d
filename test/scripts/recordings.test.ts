import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { changedArea } from "../../scripts/recordings/changed-area.mjs";
import { programIn } from "../../scripts/recordings/first-server.mjs";
import { animationOf, describeWebp, stillOf } from "../../scripts/recordings/webp.mjs";

const docs = fileURLToPath(new URL("../../docs/", import.meta.url));

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
