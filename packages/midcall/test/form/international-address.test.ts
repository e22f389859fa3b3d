import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { scaled } from "../../../../test/night.js";
import { createForm } from "../../src/form/index.js";
import { FORMATS, isIri, toUri } from "../../src/schema/validate/formats.js";

const open = (format: string) =>
  createForm({ type: "object", properties: { a: { type: "string", format } }, required: ["a"] });

describe("an address with letters of any script", () => {
  it.each([
    ["https://münchen.de/straße?q=ä#ö", "https://xn--mnchen-3ya.de/stra%C3%9Fe?q=%C3%A4#%C3%B6"],
    ["https://例え.jp:8080/パス", "https://xn--r8jz45g.jp:8080/%E3%83%91%E3%82%B9"],
    ["https://user@пример.рф/", "https://user@xn--e1afmkfd.xn--p1ai/"],
    ["https://example.com/é", "https://example.com/%C3%A9"],
    ["mailto:jürgen@example.com", "mailto:j%C3%BCrgen@example.com"],
    ["urn:ä", "urn:%C3%A4"],
    ["https://example.com/a%C3%A9", "https://example.com/a%C3%A9"],
  ])("is sent as the URI that it stands for, where a URI is asked for: %s", (typed, sent) => {
    const form = open("uri");
    form.set("a", ` ${typed} `);
    expect(form.submit()).toEqual({ ok: true, content: { a: sent } });
    // What is shown is what is sent.
    if (typed !== sent) expect(form.getSnapshot().fields[0]!.input).toBe(sent);
  });

  it("is sent as it is where an IRI is asked for", () => {
    const form = open("iri");
    expect(form.fields[0]).toMatchObject({ kind: "uri" });
    form.set("a", "https://例え.jp/パス");
    expect(form.submit()).toEqual({ ok: true, content: { a: "https://例え.jp/パス" } });
  });

  it.each([
    "例え.jp",
    "https://a b.de/ä",
    "https://ä.de/\u202eä",
    "https://ä.de/\u0007",
    "https://a/\ud800",
  ])("is refused where it is neither: %j", (typed) => {
    for (const format of ["uri", "iri"]) {
      const form = open(format);
      form.set("a", typed);
      expect(form.submit()).toMatchObject({ ok: false, issues: [{ code: "format" }] });
    }
  });

  it("becomes a URI, and a URI stays as it is", () => {
    const piece = fc.constantFrom(
      "a",
      "ä",
      "例",
      "/",
      ":",
      "@",
      "?",
      "#",
      "%C3",
      ".",
      "https://",
      "😀",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        const uri = toUri(text);
        if (FORMATS.uri(text)) expect(isIri(text)).toBe(true);
        if (FORMATS.uri(text) || !isIri(text)) expect(uri).toBe(text);
        else if (uri !== text) expect(uri).toMatch(/^[\0-\x7f]+$/);
      }),
      { numRuns: scaled(1_000, 20_000) },
    );
  });
});
