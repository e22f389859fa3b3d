import { createMemoryStore } from "midcall/store";
import { describe, expect, it } from "vitest";
import type { LocalPages } from "../../../src/contracts/local-pages.js";
import {
  createDeliveries,
  type Deliveries,
} from "../../../src/server/fallback/places/deliveries.js";
import {
  createQuestionSlots,
  type StoredQuestion,
} from "../../../src/server/fallback/places/question-slots.js";
import { resolveOptions } from "../../../src/server/options.js";
import { createLog, type Log, SECRET } from "../lab.js";

const question: StoredQuestion = {
  via: "page",
  asked: "a user",
  user: "a user",
  server: "lab",
  tool: "run",
  message: "Where to?",
  requestedSchema: { type: "object", properties: { city: { type: "string" } } },
  expiresAt: Date.now() + 60_000,
  keptUntil: Date.now() + 120_000,
  key: "a key",
  params: { name: "run" },
};

/** The deliveries of a server whose local pages do this. */
function deliver(show: LocalPages["show"]): {
  readonly deliveries: Deliveries;
  readonly log: Log;
  readonly stored: () => number;
} {
  const log = createLog();
  const store = createMemoryStore();
  const opened = new Set<string>();
  const counting: typeof store = {
    ...store,
    put: (key, ...rest) => (opened.add(key), store.put(key, ...rest)),
    delete: (key) => (opened.delete(key), store.delete(key)),
  };
  const settings = {
    ...resolveOptions({ secret: SECRET, logger: log, store: counting }),
    localPages: { canOpen: () => true, show },
  };
  const binding = { server: "lab", method: "tools/call", params: {}, principal: "a user" };
  const slots = createQuestionSlots(settings.callStore, "lab", settings);
  const parts = { settings, binding, owner: "a user", subject: '"run"', slots };
  return {
    deliveries: createDeliveries(parts as unknown as Parameters<typeof createDeliveries>[0]),
    log,
    stored: () => opened.size,
  };
}

describe("a local page that cannot be shown", () => {
  const failing: [string, LocalPages["show"]][] = [
    ["rejects", () => Promise.reject(new Error("no port"))],
    ["finds no browser", () => Promise.resolve(undefined)],
  ];

  it.each(failing)("and %s leads to the next place", async (_, show) => {
    const { deliveries, stored } = deliver(show);
    const delivery = await deliveries.putStored(question, ["local-page", "relay"]);
    expect(delivery?.via).toBe("relay");
    expect(stored()).toBe(1);
  });

  it.each(failing)("and %s is no place, and leaves nothing in the store", async (_, show) => {
    const { deliveries, stored } = deliver(show);
    expect(await deliveries.putStored(question, ["local-page"])).toBeUndefined();
    expect(stored()).toBe(0);
  });

  it("says why in the log", async () => {
    const { deliveries, log } = deliver(() => Promise.reject(new Error("no port")));
    await deliveries.putStored(question, ["local-page"]);
    expect(log.warnings).toEqual(['midcall: "run": no page could be shown: Error: no port']);
  });
});
