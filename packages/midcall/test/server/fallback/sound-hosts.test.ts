import { expect, it } from "vitest";
import {
  type HostedCall,
  hostOf,
  SoundHosts,
} from "../../../src/server/fallback/saved/sound-hosts.js";

import type { HostCapabilities } from "../../../src/server/host/capabilities.js";

const callOf = (owner: string): HostedCall => ({ owner, user: owner, place: ["p"] }) as never;
const named = (name: string, version = "1"): HostCapabilities => ({ name, version }) as never;

it("a host is remembered in little space, however long the name is that it gives itself", () => {
  expect(hostOf(named("x".repeat(1_000_000)), callOf("ada")).length).toBeLessThan(64);
  expect(hostOf(named("a"), callOf("ada"))).not.toBe(hostOf(named("b"), callOf("ada")));
  expect(hostOf(named("a"), callOf("ada"))).not.toBe(hostOf(named("a"), callOf("bob")));
  expect(hostOf(named("a"), callOf("ada"))).not.toBe(hostOf(named("a", "2"), callOf("ada")));
});

it("10,000 hosts are remembered, those that came last", () => {
  const hosts = new SoundHosts();
  for (let nr = 0; nr <= 10_000; nr += 1) hosts.add(`host ${nr}`);
  expect(["host 0", "host 1", "host 10000"].map((host) => hosts.has(host))).toEqual([
    false,
    true,
    true,
  ]);
});
