import { randomBytes } from "node:crypto";
import { createSealer, type Sealer } from "./sealer.js";

/**
 * A sealer whose key lives as long as this process. The key is drawn when it is first needed: some runtimes have no random
 * numbers before the first request.
 */
export function createEphemeralSealer(): Sealer {
  let sealer: Sealer | undefined;
  const drawn = (): Sealer => (sealer ??= createSealer(randomBytes(32)));
  return {
    names: (...parts) => drawn().names(...parts),
    claims: (sealed) => drawn().claims(sealed),
    seal: (text, place) => drawn().seal(text, place),
    open: (sealed, place) => drawn().open(sealed, place),
  };
}
