import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSide, type Side } from "./both-ways.js";
import { requests, type Sent } from "./requests.js";
import { callOf, createStates, send } from "./states.js";
import { scaled } from "../../../../../test/night.js";

const RUNS = scaled(120, 3_000);

const sdk = createSide({ direct: false });
const withState = createStates(sdk);
const direct = createSide({});
const reused = createSide({ reuse: true }, true);
const sdkForReused = createSide({ direct: false }, true);

afterAll(() =>
  Promise.all([sdk, direct, reused, sdkForReused].map(({ handler }) => handler.close())),
);
// What is said once is said before anything is compared.
beforeAll(async () => {
  for (const side of [sdk, direct, reused, sdkForReused]) {
    await send(side, {
      ...callOf("plain"),
      headers: [...callOf("plain").headers, ["origin", "http://x.y"]],
    });
    await send(side, callOf("ask"));
    side.takeSeen();
  }
});

/** What a client and the author see of a response. Sealed states differ every time. */
async function outcomeOf(side: Side, sent: Sent): Promise<unknown> {
  const response = await send(side, sent);
  const text = (await response.text()).replace(
    /"requestState":"mc2\.[\w-]+"/g,
    '"requestState":"…"',
  );
  return { status: response.status, headers: [...response.headers], text, seen: side.takeSeen() };
}

describe("a request that is answered directly", () => {
  it("is answered as the SDK answers it, by one server and by a new one", async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (made) => {
        const sent = await withState(made);
        sdk.takeSeen();
        const bySdk = [await outcomeOf(sdk, sent), await outcomeOf(sdkForReused, sent)];
        expect([await outcomeOf(direct, sent), await outcomeOf(reused, sent)]).toEqual(bySdk);
      }),
      { numRuns: RUNS },
    );
    // Otherwise nothing is compared.
    expect(sdk.directCalls() + sdkForReused.directCalls()).toBe(0);
    expect(direct.directCalls()).toBeGreaterThan(RUNS / 4);
    expect(reused.directCalls()).toBe(direct.directCalls());
  });

  it("asks for nothing that the client has not declared", async () => {
    const before = direct.directCalls();
    const declared = [
      {},
      { elicitation: {} },
      { elicitation: { url: {} } },
      { elicitation: { form: {} } },
    ];
    for (const capabilities of [
      ...declared,
      { elicitation: { form: {}, url: {} } },
      { roots: {} },
    ]) {
      for (const name of ["asks_url", "asks_form", "asks_nothing", "asks_by_hand"]) {
        const sent = callOf(name, { topic: "t" }, "user", capabilities);
        sdk.takeSeen();
        expect(await outcomeOf(direct, sent)).toEqual(await outcomeOf(sdk, sent));
      }
    }
    expect(direct.directCalls()).toBe(before + 24);
  });
});
