/**
 * Decodes the `xn--` labels of a host name to Unicode, for display only, never to connect to. A label that cannot be
 * decoded stays as it is.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3492
 */
export function toUnicode(hostname: string): string {
  return hostname.replace(/(?<![^.])xn--([^.]+)/g, (label, code: string) => decode(code) ?? label);
}

function decode(code: string): string | undefined {
  const split = code.lastIndexOf("-");
  const points = Array.from(code.slice(0, split < 0 ? 0 : split), (char) => char.charCodeAt(0));
  let bias = 72;
  let place = 0;
  let point = 128;
  for (let at = split + 1; at < code.length; place++) {
    const before = place;
    for (let weight = 1, k = 36, threshold = 0, digit = 1; digit >= threshold; k += 36) {
      // Past the end this is NaN, which ends the loop and fails the check of the code point.
      digit = (parseInt(code.charAt(at++), 36) + 26) % 36;
      place += digit * weight;
      threshold = Math.min(Math.max(k - bias, 1), 26);
      weight *= 36 - threshold;
    }
    const length = points.length + 1;
    let delta = Math.floor((place - before) / (before ? 2 : 700));
    delta += Math.floor(delta / length);
    for (bias = 0; delta > 455; bias += 36) delta = Math.floor(delta / 35);
    bias += Math.floor((36 * delta) / (delta + 38));
    point += Math.floor(place / length);
    if (!(point < 0x110000)) return undefined;
    points.splice((place %= length), 0, point);
  }
  const text = String.fromCodePoint(...points);
  // Labels with invisible characters, or ones that change the text direction, stay encoded.
  return /[\p{C}\p{Z}]/u.test(text) ? undefined : text;
}
