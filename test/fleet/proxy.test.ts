import { expect, it } from "vitest";
import { start } from "../e2e/built.js";

/** What the fleet of the examples does behind its proxy is in proxy.fleet.test.ts. */
it("the script says which package to install where the proxy is missing", async () => {
  using fleet = start("fleet/start.js", [], { HAPROXY: "/no/such/haproxy" });
  expect(await fleet.ended).toBe(2);
  expect(fleet.stderr()).toContain("/no/such/haproxy is not installed");
  expect(fleet.stderr()).toContain("apt-get install haproxy");
});
