/**
 * Protecting a state that is sent through the client, and checking it when it returns: midcall encrypts and
 * authenticates, the SDK's codec signs.
 */
import { createRequestStateCodec } from "@modelcontextprotocol/server";
import { USER } from "../servers/user.mjs";
import { median } from "../statistics.mjs";

/** Concurrent operations. The SDK's codec uses the thread pool, so concurrency is its best case. */
const AT_ONCE = 16;
const CONTEXT = { mcpReq: { method: "tools/call" }, http: { authInfo: USER } };

/** @param {number} bytes of JSON */
function createPayload(bytes) {
  const answers = [];
  const payload = { answers, rest: "" };
  for (;;) {
    const answer = {
      address: `user${answers.length}@example.com`,
      amount: answers.length,
      choice: "second",
    };
    if (JSON.stringify(payload).length + JSON.stringify(answer).length + 1 > bytes) break;
    answers.push(answer);
  }
  payload.rest = "x".repeat(bytes - JSON.stringify(payload).length);
  return payload;
}

/** @param {() => unknown} work @param {number} milliseconds @returns {Promise<number>} per second */
async function rate(work, milliseconds) {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < milliseconds) {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    count += AT_ONCE;
  }
  return count / ((performance.now() - start) / 1000);
}

/** @param {"seal" | "open"} operation @param {number} kibibytes @param {boolean} quick */
async function measure(operation, kibibytes, quick) {
  const { createSealer } = await import("../../packages/midcall/dist/server/state/sealer.js");
  const secret = new Uint8Array(32).fill(7);
  const sealer = createSealer(secret);
  const codec = createRequestStateCodec({
    key: secret,
    bind: (ctx) => `${ctx.mcpReq.method}\0${ctx.http?.authInfo?.extra?.sub ?? ""}`,
  });
  const payload = createPayload(kibibytes * 1024);
  const sealed = sealer.seal(JSON.stringify(payload));
  const minted = await codec.mint(payload, CONTEXT);
  const expected = JSON.stringify(payload);
  if (
    sealer.open(sealed) !== expected ||
    JSON.stringify(await codec.verify(minted, CONTEXT)) !== expected
  ) {
    throw new Error("a state did not come back as it went");
  }
  const ours =
    operation === "seal"
      ? () => sealer.seal(JSON.stringify(payload))
      : () => JSON.parse(sealer.open(sealed));
  const theirs =
    operation === "seal" ? () => codec.mint(payload, CONTEXT) : () => codec.verify(minted, CONTEXT);
  const [pairs, windowMs] = quick ? [5, 60] : [15, 120];
  await rate(ours, windowMs * 2);
  await rate(theirs, windowMs * 2);
  const runs = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 0) {
      const midcall = await rate(ours, windowMs);
      runs.push({ midcall, other: await rate(theirs, windowMs) });
    } else {
      const other = await rate(theirs, windowMs);
      runs.push({ midcall: await rate(ours, windowMs), other });
    }
  }
  const ratios = runs.map(({ midcall, other }) => midcall / other);
  return {
    ratio: median(ratios),
    range: [Math.min(...ratios), Math.max(...ratios)],
    median: median(runs.map(({ midcall }) => midcall)),
    otherMedian: median(runs.map(({ other }) => other)),
    unit: "states/s",
    note: `${sealed.length} and ${minted.length} bytes on the wire`,
    runs,
  };
}

export const cases = [1, 16].flatMap((kibibytes) =>
  /** @type {const} */ (["seal", "open"]).map((operation) => ({
    id: `${operation}-${kibibytes}KiB`,
    against: "sdk-codec",
    servers: [],
    run: (/** @type {{ quick: boolean }} */ { quick }) => measure(operation, kibibytes, quick),
  })),
);
