import { describe, expect, it } from "vitest";
import { mergeContext, themeProperties } from "../../app/src/host/host-context.js";

describe("mergeContext", () => {
  it("keeps what a later context does not say", () => {
    const first = mergeContext({}, { theme: "dark", locale: "de-de" });
    expect(mergeContext(first, { styles: { variables: { "--font-sans": "serif" } } })).toEqual({
      theme: "dark",
      locale: "de-DE",
      variables: { "--font-sans": "serif" },
    });
    expect(mergeContext(first, { theme: "light" }).theme).toBe("light");
  });

  it.each([undefined, null, 7, "dark", ["dark"], { theme: { dark: 1 }, locale: 7, styles: [] }])(
    "ignores %j",
    (said) => {
      const before = { theme: "dark", locale: "fr", variables: {} } as const;
      expect(mergeContext(before, said)).toEqual(before);
    },
  );

  it("a language that is none is ignored", () => {
    expect(mergeContext({}, { locale: "not a language!" }).locale).toBe(undefined);
  });

  it("takes custom properties with plain values alone", () => {
    const variables = {
      "--color-text-primary": "light-dark(#111, #eee)",
      "--shadow-sm": "0 1px 2px rgb(0 0 0 / 10%)",
      "--font-sans": '"Anthropic Sans", sans-serif',
      color: "red",
      "--Upper": "red",
      "--number": 7,
      "--loads": "URL(https://example.com/x)",
      "--loads-too": "image-set('x' 1x)",
      "--ends": "red; } body { display: none",
      "--escapes": "\\75rl(x)",
      "--long": "x".repeat(301),
    };
    expect(mergeContext({}, { styles: { variables } }).variables).toEqual({
      "--color-text-primary": "light-dark(#111, #eee)",
      "--shadow-sm": "0 1px 2px rgb(0 0 0 / 10%)",
      "--font-sans": '"Anthropic Sans", sans-serif',
    });
  });
});

describe("themeProperties", () => {
  const ground = { "--color-background-primary": "#fff", "--color-text-primary": "#000" };
  const buttons = { "--color-background-inverse": "#123", "--color-text-inverse": "#fff" };

  it("a text needs its ground, and a ground its text", () => {
    expect(themeProperties({ variables: { "--color-text-primary": "#fff" } })).toEqual({});
    expect(themeProperties({ variables: { "--color-background-primary": "#000" } })).toEqual({});
    expect(themeProperties({ variables: ground })).toEqual({
      "--midcall-text": "#000",
      "--midcall-surface": "#fff",
    });
  });

  it("the colour of buttons comes with the ground below them, or not at all", () => {
    expect(themeProperties({ variables: buttons })).toEqual({});
    expect(themeProperties({ variables: { ...ground, ...buttons } })).toMatchObject({
      "--midcall-accent": "#123",
      "--midcall-accent-strong": "#123",
      "--midcall-on-accent": "#fff",
    });
  });

  it("fonts and corners stand alone", () => {
    expect(themeProperties({ variables: { "--font-mono": "monospace" } })).toEqual({
      "--midcall-mono": "monospace",
    });
  });
});
