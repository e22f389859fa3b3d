import fc from "fast-check";
import { createForm } from "midcall/form";
import { describe, expect, it } from "vitest";
import { offsetAt } from "../../src/form/time-offset.js";
import { toLocal } from "../../src/form/local-time.js";

const moments = fc
  .integer({ min: 0, max: Date.UTC(2100, 0) / 60_000 })
  .map((minutes) => minutes * 60_000);
const offsets = fc
  .tuple(
    fc.constantFrom("+", "-"),
    fc.integer({ min: 0, max: 14 }),
    fc.constantFrom("00", "30", "45"),
  )
  .map(([sign, hours, minutes]) => `${sign}${String(hours).padStart(2, "0")}:${minutes}`);

/** What the form engine makes of a local time that was typed. */
function sent(local: string, timeZoneOffset: string | ((local: string) => string)): unknown {
  const form = createForm(
    { type: "object", properties: { at: { type: "string", format: "date-time" } } },
    { timeZoneOffset },
  );
  form.set("at", local);
  const result = form.submit();
  return result.ok ? result.content["at"] : result;
}

describe("a moment shown in the zone of a form", () => {
  it("is the same moment when it is sent from there, whatever the offset", () => {
    fc.assert(
      fc.property(moments, offsets, (at, offset) => {
        const local = toLocal(offset, new Date(at).toISOString());
        expect(local).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
        expect(Date.parse(String(sent(local, offset)))).toBe(at);
      }),
    );
  });

  it("goes by the offset of its own day, where that changes", () => {
    const summer = (local: string): string => (/-0[4-9]-/.test(local) ? "+02:00" : "+01:00");
    expect(toLocal(summer, "2026-07-01T10:00:00Z")).toBe("2026-07-01T12:00");
    expect(toLocal(summer, "2026-12-01T10:00:15Z")).toBe("2026-12-01T11:00:15");
    // Just after midnight the day, and with it the offset, is another one.
    expect(toLocal(summer, "2026-03-31T23:30:00Z")).toBe("2026-04-01T01:30");
  });

  it("leaves alone what is no moment, or too far away to be shown", () => {
    const odd = ["", "?", "2026-01-31T09:30", "tomorrow", "2026-13-40T09:30:00Z"];
    for (const text of odd) expect(toLocal("+01:00", text)).toBe(text);
    expect(toLocal(() => "nonsense", "2026-01-31T09:30:00Z")).toBe("2026-01-31T09:30:00Z");
  });

  it("is the zone of the device where none is given", () => {
    const local = "2026-01-31T09:30:00";
    expect(Date.parse(local + offsetAt(undefined, local))).toBe(new Date(local).getTime());
  });
});
