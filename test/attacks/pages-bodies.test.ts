import { expect, it } from "vitest";
import { asked, createLab, strategies, type Lab } from "../../packages/midcall/test/pages/lab.js";
import { tally } from "./tally.js";

/** Forms of far more pairs than any form has fields, within the limit of bytes. */

const post = async (lab: Lab, url: string, body: string, cookie = ""): Promise<Response> =>
  lab.pages.fetch(
    new Request(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", cookie },
      body,
    }),
    { remoteAddress: "127.0.0.1" },
  );

const floods: Record<string, string> = {
  "of nothing": "&".repeat(260_000),
  "of one letter": "a&".repeat(130_000),
  "of one field, again and again": "f0=1&".repeat(52_000),
  "of a thousand names": Array.from({ length: 20_000 }, (_, nr) => `f${nr % 1000}=${nr}`).join("&"),
};

it.each(Object.keys(floods))("many pairs %s are not read", async (name) => {
  for (const strategy of strategies) {
    const lab = createLab(strategy);
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    expect((await post(lab, link.url, floods[name]!)).status).toBe(413);
  }
  tally("forms of very many pairs", strategies.length);
});

it("the one who was asked may send as many as a form has, and no more", async () => {
  const lab = createLab("custom", { limits: { perAddress: Infinity, bodyPairs: 40 } });
  const items = {
    type: "string",
    enum: Array.from({ length: 30 }, (_, nr) => `day ${nr}`),
  } as const;
  const link = await lab.pages.answerLink({
    ...asked(lab),
    requestedSchema: { type: "object", properties: { days: { type: "array", items } } },
  });
  const alice = lab.browserOf("alice");
  const page = await alice.open(link.url);
  const ticked = (count: number): string[] => Array.from({ length: count }, (_, nr) => `${nr}`);
  expect((await alice.press(page, "review", { f0: ticked(100) })).status).toBe(413);
  const review = await alice.press(page, "review", { f0: ticked(30) });
  expect(review.title).toBe("Is this right?");
  expect((await alice.press(review, "send")).title).toBe("Sent");
});
