import { AssertionError } from "node:assert";
import { beforeAll, describe, expect, it } from "vitest";
import {
  accept,
  assertAnswersUsedOnce,
  assertAsked,
  assertDeclinedTruthfully,
  assertNoLeftoverAnswers,
  createTestHost,
  type MidcallMatchers,
  midcallMatchers,
  protocolVersions,
} from "../../src/testing/index.js";
import { buildGuardServer as build } from "./guard-server.js";

declare module "vitest" {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any, @typescript-eslint/no-empty-object-type -- vitest's own declaration
  interface Matchers<T = any> extends MidcallMatchers<T> {}
}

beforeAll(() => expect.extend(midcallMatchers));

const text = (words: string, more?: object) => ({
  content: [{ type: "text", text: words }],
  ...more,
});

describe.each(protocolVersions)("matchers of a host on %s", (protocolVersion) => {
  it("know what was asked, and which answers are left", async () => {
    await using host = await createTestHost({
      protocolVersion,
      build,
      answers: [accept({ name: "A" }), accept({ name: "A" }), accept({ name: "A" })],
    });
    await host.callTool("chain");
    expect(host).toHaveAsked("One");
    expect(host).toHaveAsked(/^two\?$/i);
    expect(host).toHaveAsked({ message: "One?", mode: "form", fields: ["name"] });
    expect(host).not.toHaveAsked({ message: "One?", fields: ["name", "age"] });
    expect(host).not.toHaveAsked({ mode: "url" });
    expect(host).toHaveUsedAnswersOnce();
    expect(() => expect(host).toHaveAsked("Three")).toThrow(/did not ask "Three".*One\?/s);
    expect(() => expect(host).not.toHaveAsked("One")).toThrow("The server asked");
    expect(() => expect(host).toHaveNoLeftoverAnswers()).toThrow("never used");
    expect(() => assertAsked(host, "Three")).toThrow(AssertionError);
    expect(() => assertNoLeftoverAnswers(host)).toThrow(AssertionError);
    assertAsked(host, "One");
    assertAnswersUsedOnce(host);
  });
});

describe("an answer that is used twice", () => {
  const call = { direction: "sent", message: { id: 1, method: "tools/call", params: {} } } as const;
  const response = (id: number, result: object) =>
    ({ direction: "received", message: { id, result } }) as const;
  const round = (id: number, token: number) =>
    ({
      direction: "sent",
      message: {
        id,
        method: "tools/call",
        params: {
          name: "book",
          inputResponses: { room: { action: "accept" } },
          requestState: "s",
          _meta: { progressToken: token },
        },
      },
    }) as const;

  it("is a second response", () => {
    const transcript = [call, response(1, text("Once")), response(1, text("Once"))];
    expect({ transcript }).not.toHaveUsedAnswersOnce();
    expect(() => assertAnswersUsedOnce({ transcript })).toThrow("responded 2 times to request 1");
  });

  it("is another result of the same round", () => {
    const same = [round(1, 1), response(1, text("Once")), round(2, 2), response(2, text("Once"))];
    expect({ transcript: same }).toHaveUsedAnswersOnce();
    const refused = [...same.slice(0, 3), response(2, text("Again?", { isError: true }))];
    expect({ transcript: refused }).toHaveUsedAnswersOnce();
    const twice = [...same.slice(0, 3), response(2, text("Twice"))];
    expect({ transcript: twice }).not.toHaveUsedAnswersOnce();
  });
});

describe("a declined call", () => {
  it("is truthful if its result is its own, or an error", () => {
    expect(text("Nothing was booked.")).toBeDeclinedTruthfully(text("Booked."));
    expect(text("Booked.", { isError: true })).toBeDeclinedTruthfully(text("Booked."));
    assertDeclinedTruthfully(text("No."), text("Yes."));
  });

  it("is not if its result is the one of the accepted call", () => {
    expect(text("Booked.")).not.toBeDeclinedTruthfully(text("Booked.", { _meta: { at: 1 } }));
    expect(() => assertDeclinedTruthfully(text("Booked."), text("Booked."))).toThrow(
      "word for word",
    );
  });
});
