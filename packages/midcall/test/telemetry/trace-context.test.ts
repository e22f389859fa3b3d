import fc from "fast-check";
import { expect, it } from "vitest";
import { readTraceContext, writeTraceparent } from "../../src/telemetry/trace-context.js";
import { scaled } from "../../../../test/night.js";

const hex = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(..."0123456789abcdef"), { minLength: length, maxLength: length })
    .map((digits) => digits.join(""));
const id = (length: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: hex(length) },
    { weight: 1, arbitrary: fc.constant("0".repeat(length)) },
  );

/** Valid ones, and those that differ from them in one place. */
const traceparents = fc
  .tuple(
    fc.oneof(fc.constantFrom("00", "01", "ff", "f0"), hex(2)),
    ...[id(32), id(16), hex(2)],
    fc.constantFrom("", "-", "-more", "more", "\n", "-\n", `-${"x".repeat(90)}`),
    fc.option(fc.tuple(fc.nat({ max: 60 }), fc.constantFrom("", "-", "0", "F", "g", "\n", " "))),
  )
  .map(([version, trace, span, flags, more, change]) => {
    const whole = `${version}-${trace}-${span}-${flags}${more}`;
    if (change === null) return whole;
    const [at, by] = change;
    return whole.slice(0, at) + by + whole.slice(at + 1);
  });

/** The rules of W3C Trace Context, one by one. */
function readByRule(traceparent: string): string | undefined {
  const [version = "", traceId = "", spanId = "", flags = "", ...more] = traceparent.split("-");
  const isHex = (value: string, length: number): boolean =>
    value.length === length && [...value].every((digit) => "0123456789abcdef".includes(digit));
  if (!isHex(version, 2) || version === "ff" || traceparent.length > 128) return undefined;
  if (!isHex(traceId, 32) || !isHex(spanId, 16) || !isHex(flags, 2)) return undefined;
  if ([traceId, spanId].some((each) => [...each].every((digit) => digit === "0"))) return undefined;
  // A later version may have more fields, on the same line.
  if (more.length > 0 && (version === "00" || /[\n\r\u2028\u2029]/.test(more.join("-"))))
    return undefined;
  return `00-${traceId}-${spanId}-0${Number.parseInt(flags, 16) & 1}`;
}

const RUNS = scaled(500, 20_000);

it("reads a traceparent as W3C Trace Context says", () => {
  let valid = 0;
  fc.assert(
    fc.property(traceparents, (traceparent) => {
      const read = readTraceContext(traceparent);
      if (read !== undefined) valid += 1;
      expect(read?.isRemote).toBe(read && true);
      expect(read && writeTraceparent(read)).toBe(readByRule(traceparent));
    }),
    { numRuns: RUNS },
  );
  expect(valid).toBeGreaterThan(RUNS / 60);
});

it("reads a tracestate with a valid traceparent, and none that is too long", () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  expect(readTraceContext(traceparent, "a=b")?.traceState?.get("a")).toBe("b");
  expect(readTraceContext(traceparent, `a=${"b".repeat(511)}`)).not.toHaveProperty("traceState");
  expect(readTraceContext(traceparent, 7)).not.toHaveProperty("traceState");
});
