import { createInbox } from "midcall/client";
import { beforeAll, describe, expect, it } from "vitest";

import { findSecretFields } from "../../src/schema/index.js";
import { ASKING_FORMS, HARMLESS_FORMS, toRequest, type WrittenForm } from "./secret-forms.js";
import { HELD_OUT_HARMLESS, HELD_OUT_SECRETS } from "./secret-forms-held-out.js";

const LANGUAGES = "ar cs de en es fr he hi id it ja ko nl pl pt ru tr uk vi zh-Hans zh-Hant".split(
  " ",
);
const ALL = [ASKING_FORMS, HARMLESS_FORMS, HELD_OUT_SECRETS, HELD_OUT_HARMLESS].flat();

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

  it("are judged alike by the guard of servers and by an inbox that refuses secrets", () => {
    expect(hidden).toEqual(ALL.filter(refusedByServer));
    expect(hidden.length).toBeGreaterThan(150);
  });
});
