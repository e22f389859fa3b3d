// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { type Check, type Examination, NOTHING_ASKED } from "../../src/doctor/server/examine.js";
import { ADVICE, type Finding } from "../../src/doctor/server/judging/finding.js";
import { jsonReport } from "../../src/doctor/server/report/json.js";
import { junitReport, xmlText } from "../../src/doctor/server/report/junit.js";
import { textReport } from "../../src/doctor/server/report/text.js";

const finding: Finding = {
  fault: "decline-as-yes",
  severity: "error",
  certainty: "suspect",
  protocolVersion: "2025-11-25",
  tool: "book_room",
  question: 'Which <room> & "floor"?',
  behaviour: "decline",
  seen: "The result is, word for word, the one of the accepted call: “Booked ]]> ok.”.",
  advice: ADVICE["decline-as-yes"],
};

const check = (
  behaviour: Check["behaviour"],
  findings: readonly Finding[],
  more?: Partial<Check>,
): Check => ({
  protocolVersion: "2025-11-25",
  tool: "book_room",
  behaviour,
  findings,
  seconds: 0.25,
  ...more,
});

const examination: Examination = {
  server: { name: "rooms", version: "1.0.0" },
  versions: [
    {
      protocolVersion: "2025-11-25",
      tools: ["book_room", "look"],
      leftOut: [{ name: "wipe", why: "it says that it can destroy something" }],
    },
    {
      protocolVersion: "2026-07-28",
      notSpoken: "the server does not speak it",
      tools: [],
      leftOut: [],
    },
  ],
  checks: [
    check("accept", []),
    check("decline", [finding]),
    check("invalid", [], { skipped: "its questions allow no invalid content" }),
    check("accept", [], { tool: "look", skipped: NOTHING_ASKED }),
  ],
  findings: [],
};

describe("the report as text", () => {
  it("says what was found, where, and what to do", () => {
    const text = textReport(examination, { width: 80, color: false });
    expect(text).toContain("book_room  1 finding\nlook       asks nothing\n");
    expect(text).toContain("ERROR treats a decline as a yes (suspect)");
    expect(text).toContain("  where tool book_room · decline · 2025-11-25\n");
    expect(text).toContain('  do    Check that "action" is "accept"');
    expect(text).toContain("2026-07-28: not examined: the server does not speak it");
    expect(text).toContain("  it says that it can destroy something: wipe\n");
    expect(text.endsWith("\n1 finding.\n")).toBe(true);
    expect(text).not.toContain("\u001b");
  });

  it.each([30, 40, 59, 60, 80, 200])(
    "has no line longer than a terminal of %i columns",
    (width) => {
      const text = textReport(examination, { width, color: false });
      const longest = Math.max(...text.split("\n").map(({ length }) => length));
      expect(longest).toBeLessThanOrEqual(Math.min(width, 100));
    },
  );

  it("has colours only where it is told to", () => {
    const plain = textReport(examination, { width: 80, color: false });
    const colored = textReport(examination, { width: 80, color: true });
    expect(colored).toContain("\u001b[31mERROR\u001b[0m");
    expect(colored.replace(/\u001b\[\d+m/g, "")).toBe(plain);
  });

  it("does not call a server good that was asked nothing", () => {
    const nothing = { ...examination, checks: [], versions: [] };
    expect(textReport(nothing, { width: 80, color: false })).toContain("No tool was called.");
    const quiet = { ...examination, checks: examination.checks.slice(3) };
    expect(textReport(quiet, { width: 80, color: false })).toContain(
      "No findings: no tool that was called asked anything.",
    );
  });
});

describe("the report as JUnit XML", () => {
  const parse = (xml: string): Document => new DOMParser().parseFromString(xml, "text/xml");

  it("has a case for each check, with its failure or the reason why it was skipped", () => {
    const document = parse(junitReport(examination));
    const cases = [...document.querySelectorAll("testcase")].map((one) => [
      one.getAttribute("classname"),
      one.getAttribute("name"),
      one.firstElementChild?.tagName ?? "passed",
    ]);
    expect(cases).toEqual([
      ["2025-11-25.book_room", "accept", "passed"],
      ["2025-11-25.book_room", "decline", "failure"],
      ["2025-11-25.book_room", "invalid", "skipped"],
      ["2025-11-25.look", "accept", "skipped"],
    ]);
    const suite = document.querySelector("testsuite");
    expect(
      ["tests", "failures", "errors", "skipped"].map((one) => suite?.getAttribute(one)),
    ).toEqual(["4", "1", "0", "2"]);
    const failure = document.querySelector("failure");
    expect(failure?.getAttribute("type")).toBe("decline-as-yes");
    expect(failure?.textContent).toContain(finding.question);
    expect(failure?.textContent).toContain(finding.seen);
  });

  it("escapes what would end an element, and what XML cannot contain", () => {
    expect(xmlText(`<a b="c" d='e'>&]]>\u0000\u001b\ud800\uffff`)).toBe(
      "&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;&amp;]]&gt;\ufffd\ufffd\ufffd\ufffd",
    );
  });

  it("has a failure of its own for a server that cannot be connected to", () => {
    const refused = { ...finding, fault: "cannot-connect", tool: undefined } as const;
    const document = parse(
      junitReport({ server: undefined, versions: [], checks: [], findings: [refused] }),
    );
    expect(document.querySelectorAll("testcase > failure")).toHaveLength(1);
    expect(document.documentElement.getAttribute("failures")).toBe("1");
  });
});

it("the report as JSON has every finding and every check", () => {
  const json = JSON.parse(jsonReport(examination)) as Record<string, unknown[]>;
  expect(json["findings"]).toEqual([finding]);
  expect(json["checks"]).toHaveLength(4);
  expect(json["checks"]?.[1]).toMatchObject({ behaviour: "decline", findings: 1, seconds: 0.25 });
});
