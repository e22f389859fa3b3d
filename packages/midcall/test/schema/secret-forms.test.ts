import { createInbox } from "midcall/client";
import { beforeAll, describe, expect, it } from "vitest";

import { findSecretFields } from "../../src/schema/index.js";
import { ASKING_FORMS, HARMLESS_FORMS, toRequest, type WrittenForm } from "./secret-forms.js";
import { HELD_OUT_HARMLESS, HELD_OUT_SECRETS } from "./secret-forms-held-out.js";
import { GUARDED_CODES, HARMLESS_CODES, HARMLESS_NAMES, NAMED_SECRETS } from "./secret-fields.js";

const LANGUAGES = "ar cs de en es fr he hi id it ja ko nl pl pt ru tr uk vi zh-Hans zh-Hant".split(
  " ",
);
/** A form with one field of that name. */
const named = (name: string): WrittenForm => ["en", "To go on", { [name]: "" }];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A name and a word for its place, in the ways that programs write them. */
const joined = (name: string, place: string): string[] => [
  `${name}${capital(place)}`,
  `${place}${capital(name)}`,
  `${name}_${place}`,
  `${place}-${name}`,
  `${name}${capital(place)}1`,
];

const NAMED = Object.values(NAMED_SECRETS).flatMap(({ secrets, places }) =>
  secrets.flatMap((name) => places.flatMap((place) => joined(name, place))),
);
/** In small letters, for the words that English programs add most often. */
const RUN_TOGETHER = NAMED_SECRETS["en"]!.secrets.flatMap((name) =>
  ["field", "input", "value", "text", "str", "box"].map((place) => (name + place).toLowerCase()),
);

const ALL = [
  ...[ASKING_FORMS, HARMLESS_FORMS, HELD_OUT_SECRETS, HELD_OUT_HARMLESS],
  ...[HARMLESS_CODES, GUARDED_CODES, NAMED.map(named)],
].flat();

/** What the guard of servers says. */
function refusedByServer(form: WrittenForm): boolean {
  const { message, requestedSchema } = toRequest(form);
  return findSecretFields(requestedSchema, message).length > 0;
}

/** The forms an inbox with `policy.secrets: "refuse"` shows to nobody. */
async function refusedByInbox(forms: readonly WrittenForm[]): Promise<readonly WrittenForm[]> {
  const many = forms.length + 1;
  const policy = { concurrent: many, total: many, secrets: "refuse" } as const;
  const inbox = createInbox({ policy });
  const unmount = inbox.mount();
  await inbox.ready;
  forms.forEach((form, index) => {
    void inbox.handle({ mode: "form", ...toRequest(form) }, { server: String(index) });
  });
  await new Promise((resolve) => setTimeout(resolve));
  const shown = new Set(inbox.getSnapshot().showing.map(({ server }) => server));
  unmount();
  return forms.filter((_, index) => !shown.has(String(index)));
}

describe("forms in twenty-one languages and spellings", () => {
  let hidden: readonly WrittenForm[];
  beforeAll(async () => {
    hidden = await refusedByInbox(ALL);
  });

  it("are enough, about half of them asking for a secret, in every language", () => {
    const asking = [...ASKING_FORMS, ...HELD_OUT_SECRETS];
    const harmless = [...HARMLESS_FORMS, ...HELD_OUT_HARMLESS];
    expect([asking.length, harmless.length]).toEqual([168, 157]);
    for (const forms of [asking, harmless]) {
      expect([...new Set(forms.map(([language]) => language))].sort()).toEqual(LANGUAGES);
    }
  });

  // Whoever changes the guard changes these counts on purpose.
  it.each([
    { what: "worked on with", asking: ASKING_FORMS, harmless: HARMLESS_FORMS, wrong: [0, 0] },
    { what: "held out", asking: HELD_OUT_SECRETS, harmless: HELD_OUT_HARMLESS, wrong: [0, 1] },
  ])("$what: misses and false alarms are counted", ({ asking, harmless, wrong }) => {
    const missed = asking.filter((form) => !refusedByServer(form));
    const alarms = harmless.filter(refusedByServer);
    expect([missed.length, alarms.length], JSON.stringify({ missed, alarms })).toEqual(wrong);
  });

  it("are found by names with a word for the place of the answer, in every language", () => {
    expect(Object.keys(NAMED_SECRETS).sort()).toEqual(LANGUAGES);
    const names = [...NAMED, ...RUN_TOGETHER];
    const missed = names.filter((name) => !refusedByServer(named(name)));
    const alarms = HARMLESS_NAMES.filter((name) => refusedByServer(named(name)));
    expect(
      [names.length, missed.length, alarms.length],
      JSON.stringify({ missed, alarms }),
    ).toEqual([1507, 0, 0]);
  });

  it("are told from codes of some digits that are no secret", () => {
    const missed = GUARDED_CODES.filter((form) => !refusedByServer(form));
    const alarms = HARMLESS_CODES.filter(refusedByServer);
    expect(HARMLESS_CODES).toHaveLength(50);
    expect([missed.length, alarms.length], JSON.stringify({ missed, alarms })).toEqual([0, 0]);
  });

  it("are judged alike by the guard of servers and by an inbox that refuses secrets", () => {
    expect(hidden).toEqual(ALL.filter(refusedByServer));
    expect(hidden.length).toBeGreaterThan(150);
  });
});
