// A recording frame by frame: what is seen is real, and how long each frame stays is what a reader needs for it.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { changedArea } from "./changed-area.mjs";
import { animationOf, stillOf } from "./webp.mjs";

/** The shape of the pointer, from its tip. */
const POINTER = "M0 0v16.5l3.9-3.6 2.6 6.1 3-1.3-2.6-6h5.3z";

/**
 * @param {import("playwright-core").Browser} browser
 * @param {{ out: string, name: string, scale: number }} options - `scale`: pixels of the recording for each CSS pixel
 */
export async function openFilm(browser, { out, name, scale }) {
  const table = await browser.newPage();
  await table.addScriptTag({ content: `${changedArea}` });
  const frames = [];
  let size;
  let still;
  let isStillWanted = false;

  /** What has changed since the last frame, as a WebP file, or all of it where it is wanted as a still. */
  const compress = (png, pointer) =>
    table.evaluate(compressInPage, { png, pointer, scale, still: isStillWanted });

  return {
    /**
     * Adds what a page shows.
     *
     * @param {import("playwright-core").Page} page
     * @param {number} ms - how long it stays
     * @param {{ x: number, y: number }} [pointer] - where the pointer is, in CSS pixels
     */
    async add(page, ms, pointer) {
      const png = await page.screenshot({ animations: "disabled", caret: "hide" });
      const shape = pointer && { ...pointer, path: POINTER };
      const { all, changed, whole } = await compress(png.toString("base64"), shape);
      size ??= all;
      if (all.width !== size.width || all.height !== size.height) {
        throw new Error(`A frame of ${name} is ${all.width} × ${all.height} pixels.`);
      }
      if (whole) still = Buffer.from(whole, "base64");
      isStillWanted = false;
      if (changed) frames.push({ ...changed.area, ms, file: Buffer.from(changed.file, "base64") });
      else frames.at(-1).ms += ms;
    },
    /** Makes the next frame the picture that is shown while nothing moves. */
    keepStill: () => void (isStillWanted = true),
    /** @returns {Promise<string[]>} the files, and nothing else is left of it */
    async save() {
      await table.close();
      if (still === undefined) throw new Error(`${name} has no still.`);
      await writeFile(join(out, `${name}.webp`), animationOf(size, frames));
      await writeFile(join(out, `${name}-still.webp`), stillOf(still));
      return [`${name}.webp`, `${name}-still.webp`];
    },
  };
}

/** Runs in a page of its own, where the last frame is kept. */
async function compressInPage({ png, pointer, scale, still }) {
  const { createImageBitmap, FileReader, OffscreenCanvas, Path2D } = globalThis;
  const compressed = async (canvas) => {
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 1 });
    const reader = new FileReader();
    const read = new Promise((resolve) => (reader.onload = resolve));
    reader.readAsDataURL(blob);
    await read;
    return reader.result.split(",")[1];
  };
  const bytes = await (await fetch(`data:image/png;base64,${png}`)).blob();
  const image = await createImageBitmap(bytes);
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height);
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  drawing.drawImage(image, 0, 0);
  if (pointer) {
    drawing.setTransform(scale, 0, 0, scale, pointer.x * scale, pointer.y * scale);
    drawing.fillStyle = "#000";
    drawing.strokeStyle = "#fff";
    drawing.lineWidth = 1.5;
    const path = new Path2D(pointer.path);
    drawing.fill(path);
    drawing.stroke(path);
    drawing.resetTransform();
  }
  const pixels = new Uint32Array(drawing.getImageData(0, 0, width, height).data.buffer);
  const before = globalThis.lastPixels;
  globalThis.lastPixels = pixels;
  const area = before
    ? globalThis.changedArea(before, pixels, width)
    : { x: 0, y: 0, width, height };
  const whole = still ? await compressed(canvas) : undefined;
  if (!area) return { all: { width, height }, whole };
  const part = new OffscreenCanvas(area.width, area.height);
  part.getContext("2d").drawImage(canvas, -area.x, -area.y);
  return { all: { width, height }, whole, changed: { area, file: await compressed(part) } };
}
