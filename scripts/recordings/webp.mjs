// Animated WebP from pictures that Chromium has compressed: https://developers.google.com/speed/webp/docs/riff_container

/** The kinds of chunk that are a picture. */
const PICTURES = new Set(["VP8 ", "VP8L"]);
const ANIMATION = 0b10;
const ALPHA = 0b1_0000;
/** A frame replaces what is below it, also where it is transparent. */
const NO_BLENDING = 0b10;

const small = (value) => Buffer.from([value & 0xff, (value >> 8) & 0xff, value >> 16]);

function chunk(name, ...parts) {
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(name), size, body, Buffer.alloc(body.length % 2)]);
}

/** The chunks in a part of a file: names and contents. */
function chunksIn(bytes) {
  const found = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    found.push({
      name: bytes.toString("latin1", at, at + 4),
      body: bytes.subarray(at + 8, at + 8 + size),
    });
    at += 8 + size + (size % 2);
  }
  return found;
}

function chunksOf(file) {
  if (file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WEBP") {
    throw new Error("This is not a WebP file.");
  }
  return chunksIn(file.subarray(12));
}

const riff = (...chunks) => chunk("RIFF", Buffer.from("WEBP"), ...chunks);

function pictureIn(file) {
  const found = chunksOf(file).find(({ name }) => PICTURES.has(name));
  if (found === undefined) throw new Error("There is no picture in this WebP file.");
  return chunk(found.name, found.body);
}

/** The same picture without a colour profile, which is that of every screen. @param {Buffer} file */
export const stillOf = (file) => riff(pictureIn(file));

/**
 * An animation that begins again at its end.
 *
 * @param {{ width: number, height: number }} size - in pixels
 * @param {readonly { x: number, y: number, width: number, height: number, ms: number, file: Buffer }[]} frames - each
 * covers a part of the picture, stays for `ms` milliseconds, and is a WebP file; `x` and `y` are even
 * @returns {Buffer}
 */
export function animationOf(size, frames) {
  const drawn = frames.map(({ x, y, width, height, ms, file }) => {
    if (x % 2 !== 0 || y % 2 !== 0) throw new Error(`A frame cannot begin at ${x}, ${y}.`);
    const place = [x / 2, y / 2, width - 1, height - 1, ms].map(small);
    return chunk("ANMF", ...place, Buffer.from([NO_BLENDING]), pictureIn(file));
  });
  return riff(
    chunk(
      "VP8X",
      Buffer.from([ANIMATION | ALPHA, 0, 0, 0]),
      small(size.width - 1),
      small(size.height - 1),
    ),
    // The background is white, and the animation has no end.
    chunk("ANIM", Buffer.from([255, 255, 255, 255, 0, 0])),
    ...drawn,
  );
}

/**
 * What a WebP file contains: its size in pixels, how long it is, and its frames with how many milliseconds each stays. A
 * still has none, and no length.
 *
 * @param {Buffer} file
 */
export function describeWebp(file) {
  const chunks = chunksOf(file);
  const extended = chunks.find(({ name }) => name === "VP8X")?.body;
  const lossless = chunks.find(({ name }) => name === "VP8L")?.body;
  if (extended === undefined && lossless === undefined) {
    throw new Error("This WebP file is neither an animation nor lossless.");
  }
  const bits = lossless?.readUInt32LE(1);
  const frames = chunks
    .filter(({ name }) => name === "ANMF")
    .map(({ body }) => ({
      x: 2 * body.readUIntLE(0, 3),
      y: 2 * body.readUIntLE(3, 3),
      width: 1 + body.readUIntLE(6, 3),
      height: 1 + body.readUIntLE(9, 3),
      ms: body.readUIntLE(12, 3),
    }));
  return {
    width: 1 + (extended?.readUIntLE(4, 3) ?? bits & 0x3fff),
    height: 1 + (extended?.readUIntLE(7, 3) ?? (bits >> 14) & 0x3fff),
    frames,
    seconds: frames.reduce((sum, { ms }) => sum + ms, 0) / 1000,
  };
}
