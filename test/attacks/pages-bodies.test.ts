import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import { describe, expect, it } from "vitest";
import {
  asked,
  createLab,
  SECRET,
  strategies,
  type Lab,
} from "../../packages/midcall/test/pages/lab.js";
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

describe("bodies that come a byte at a time", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const used = (): number => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };

  /** A body of so many chunks of a byte, and what memory takes up when all of them have been sent. */
  function dripping(count: number): { body: ReadableStream<Uint8Array>; sent: Promise<number> } {
    const slab = Buffer.alloc(64 * 1024, "a");
    let left = count;
    let tell: (bytes: number) => void;
    const sent = new Promise<number>((resolve) => (tell = resolve));
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left-- > 0) return controller.enqueue(slab.subarray(left % 1000, (left % 1000) + 1));
        tell(used());
        controller.close();
      },
    });
    return { body, sent };
  }

  const post = (url: string, type: string, body: ReadableStream<Uint8Array>): Request =>
    new Request(url, {
      method: "POST",
      headers: { "content-type": type, accept: "application/json, text/event-stream" },
      body,
      duplex: "half",
    } as RequestInit);

  it("take up no more room on a page than their bytes", async () => {
    const lab = createLab("custom");
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const before = used();
    const { body, sent } = dripping(200_000);
    const answer = lab.pages.fetch(post(link.url, "application/x-www-form-urlencoded", body));
    expect((await sent) - before).toBeLessThan(8e6);
    expect((await answer).status).toBeGreaterThanOrEqual(300);
    tally("bytes sent one at a time", 200_000);
  });

  it("take up no more room at the MCP endpoint than their bytes", async () => {
    const logger = { warn: () => {}, error: () => {} };
    const elicitation = createElicitation({ secret: SECRET, logger });
    const handler = elicitation.createHandler(() =>
      elicitation.attach(new McpServer({ name: "drip", version: "1.0.0" })),
    );
    const before = used();
    const { body, sent } = dripping(400_000);
    const answer = handler(post("http://localhost/mcp", "application/json", body));
    expect((await sent) - before).toBeLessThan(8e6);
    expect((await answer).status).toBe(400);
    await handler.close();
    tally("bytes sent one at a time", 400_000);
  });
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
  expect(review.title).toBe("Check your answer");
  expect((await alice.press(review, "send")).title).toBe("Sent");
});
