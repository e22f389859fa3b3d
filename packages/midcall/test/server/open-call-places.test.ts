import { createMemoryStore, type Store } from "midcall/store";
import { expect, it } from "vitest";
import { resolveOptions } from "../../src/server/options.js";
import { OpenCalls } from "../../src/server/strategies/open-calls.js";
import { SECRET } from "../client/lab.js";

it("a place that was taken by a write which failed after it got through is the call's, and is given back", async () => {
  const inner = createMemoryStore();
  const places = new Set<string>();
  const store: Store = {
    ...inner,
    async putIfAbsent(key, ...rest) {
      await inner.putIfAbsent(key, ...rest);
      places.add(key);
      throw new Error("The store is away.");
    },
    delete(key) {
      places.delete(key);
      return inner.delete(key);
    },
  };
  const settings = resolveOptions({ secret: SECRET, store });
  const calls = new OpenCalls(settings, { server: "lab", principal: "ann" });
  const taken = await calls.begin({ flow: "flow" }, 60_000);
  expect(places.size).toBe(1);
  await calls.end({ flow: "flow", ...(taken && { places: taken }) });
  expect(places.size).toBe(0);
});
