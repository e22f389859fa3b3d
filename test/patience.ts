import { vi } from "vitest";

/** How long a test waits for something that has to happen. The default, one second, is too short for a busy machine. */
const MOST_MS = 20_000;

const waitFor = vi.waitFor.bind(vi);

vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === "number" ? options : { timeout: MOST_MS, ...options });

// Programs that tests start ask in English, whatever the language of the one who runs the tests.
process.env["LC_ALL"] = "C.UTF-8";
