import { afterAll, vi } from "vitest";
import { patienceMs } from "./night.js";

const waitFor = vi.waitFor.bind(vi);

// No test fails because a machine is slow.
vi.waitFor = (callback, options) =>
  waitFor(callback, {
    timeout: patienceMs,
    ...(typeof options === "object" && { interval: options.interval }),
  });

// A file finds these as Node has them: a listener of @hono/node-server that an earlier file of this process has made replaces them.
const own = globalThis as { midcallTestGlobals?: Pick<typeof globalThis, "Request" | "Response"> };
Object.assign(globalThis, (own.midcallTestGlobals ??= { Request, Response }));

// Files after it would wait for ever.
afterAll(() => {
  if ("clock" in setTimeout) throw new Error("This file has not put the clock back that it moved.");
});

// Programs that tests start ask in English, whatever the language of the one who runs the tests.
process.env["LC_ALL"] = "C.UTF-8";
