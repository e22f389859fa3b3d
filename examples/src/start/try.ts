import { play } from "./play.js";
import { scenarios } from "./scenarios.js";
import { removeSandboxes, } from "./sandbox.js";
import { killAll } from "./server-process.js";
const out: Record<string, unknown> = {};
for (const transport of ["stdio","http"] as const) for (const era of ["2025-06-18","2025-11-25","2026-07-28"] as const) {
  const t = Date.now();
  out[`${transport} ${era}`] = Object.fromEntries(await play({ era, transport }, scenarios, "../all.js"));
  console.error(transport, era, Date.now() - t);
}
console.log(JSON.stringify(out, null, 1));
killAll(); removeSandboxes();
