import { expect, it } from "vitest";
import { flawOf } from "../src/json-text.js";

// 9007199254740993.0 was forwarded as 9007199254740992, and 1e-400 as 0, without a word.
it.each([
  ...["9007199254740993", "9007199254740993.0", "9007199254740993.000", "9007199254740993e0"],
  ...[
    "9007199254740.993e3",
    "900719925474099300e-2",
    "12345678901234567890e0",
    "9007199254740993E+0",
  ],
  ...[
    "9007199254740993.5",
    "1e400",
    "1e-400",
    "0.1e-400",
    "1e-99999999999999999999",
    "1e999999999999",
  ],
  `0.${"0".repeat(400)}1`,
  `1${"0".repeat(30)}1`,
])("a number that is read as another one has a flaw: %s", (number) => {
  for (const text of [number, `-${number}`, `{"a":[${number}]}`])
    expect(flawOf(text)).toBe("inexact");
});

it.each([
  ...[
    "0",
    "0.0",
    "0e0",
    "0e999999999999",
    "0.00000000000000000000000",
    "1.0",
    "1e2",
    "1E+2",
    "100e-2",
  ],
  ...["9007199254740992.0", "1e22", "1e23", "1.5e300", "1e-300", "5e-324"],
  // As programs write doubles: with as few digits as they need.
  ...["12345678901234567000", "1.2345678901234567e+19", "1.7976931348623157e308", "1e21"],
  // Fractions are rounded, and the bridge forwards what it has read.
  ...[
    "0.1",
    "0.30000000000000001665",
    "0.1000000000000000055511151231257827",
    "123456789.123456789123456789",
  ],
])("a number that is read as it is written has none, nor a fraction: %s", (number) => {
  for (const text of [number, `-${number}`, `{"a":[${number}]}`])
    expect(flawOf(text)).toBeUndefined();
});

it("reads a number of millions of zeros once", () => {
  const zeros = "0".repeat(3_000_000);
  expect(flawOf(`1.${zeros}`)).toBeUndefined();
  expect(flawOf(`0.${zeros}1${zeros}`)).toBe("inexact");
  expect(flawOf(`[${`1.${"0".repeat(1_000)}1,`.repeat(1_000)}1]`)).toBeUndefined();
});

it("every double is taken as JavaScript writes it, and as a whole number in all its digits", () => {
  let state = 7;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let nr = 0; nr < 5_000; nr += 1) {
    const value = random() * 10 ** Math.floor(random() * 600 - 300);
    expect([value, flawOf(String(value)), flawOf(value.toExponential())]).toEqual([
      value,
      undefined,
      undefined,
    ]);
    const whole = String(BigInt(Math.round(random() * 10 ** Math.floor(random() * 300))));
    expect([whole, flawOf(whole), flawOf(`${whole}.0`)]).toEqual([whole, undefined, undefined]);
  }
});
