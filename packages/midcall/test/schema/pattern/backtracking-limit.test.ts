import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import fc from "fast-check";
import { answerSchema } from "../../../src/schema/answer-schema.js";
import { SlowPatternError } from "../../../src/schema/pattern/slow-pattern-error.js";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { backtrackingLimit } from "../../../src/schema/pattern/backtracking-limit.js";
import { backtrack, node, sourceOf, type Node } from "./backtracking.js";
import { scaled } from "../../../../../test/night.js";

/** Of a pattern that has to be readable: what is not is no number. */
const limitOf = ({ source, flags }: RegExp): number =>
  Number(backtrackingLimit(source, flags) ?? Infinity);

/** Below 464 characters a pattern would get in the way of a form. */
const FAIR = 464;

describe("patterns that libraries bring along", () => {
  it("of zod are not refused, and allow long texts", () => {
    const made: Record<string, unknown> = { ...z.regexes };
    made["uuid()"] = z.regexes.uuid();
    made["uuid(4)"] = z.regexes.uuid(4);
    made["mac()"] = z.regexes.mac?.();
    made["string()"] = z.regexes.string();
    made["datetime()"] = z.regexes.datetime({ offset: true, local: true });
    made["time()"] = z.regexes.time({ precision: 3 });
    let count = 0;
    for (const [name, found] of Object.entries(made)) {
      if (!(found instanceof RegExp)) continue;
      expect(limitOf(found), name).toBeGreaterThan(FAIR);
      count += 1;
    }
    expect(count).toBeGreaterThan(40);
  });

  it.each(
    Object.entries({
      email: z.email(),
      "html5 email": z.email({ pattern: z.regexes.html5Email }),
      "rfc email": z.email({ pattern: z.regexes.rfc5322Email }),
      url: z.url(),
      "http url": z.url({ protocol: /^https?$/, hostname: z.regexes.domain }),
      hostname: z.hostname(),
      uuid: z.uuid(),
      guid: z.guid(),
      ipv4: z.ipv4(),
      ipv6: z.ipv6(),
      cidrv4: z.cidrv4(),
      cidrv6: z.cidrv6(),
      base64: z.base64(),
      base64url: z.base64url(),
      jwt: z.jwt(),
      e164: z.e164(),
      emoji: z.emoji(),
      cuid: z.cuid(),
      cuid2: z.cuid2(),
      ulid: z.ulid(),
      xid: z.xid(),
      ksuid: z.ksuid(),
      nanoid: z.nanoid(),
      hash: z.hash("sha256"),
      date: z.iso.date(),
      time: z.iso.time(),
      datetime: z.iso.datetime({ offset: true }),
      duration: z.iso.duration(),
      starts: z.string().startsWith("https://").includes("x").endsWith("/"),
      cases: z.string().lowercase(),
      template: z.templateLiteral(["v", z.int(), ".", z.int()]),
      "valibot email": toStandardJsonSchema(v.pipe(v.string(), v.email())),
      "valibot rfc email": toStandardJsonSchema(v.pipe(v.string(), v.rfcEmail())),
      "valibot url": toStandardJsonSchema(v.pipe(v.string(), v.url())),
      "valibot ip": toStandardJsonSchema(v.pipe(v.string(), v.regex(v.IP_REGEX))),
      "valibot slug": toStandardJsonSchema(v.pipe(v.string(), v.regex(v.SLUG_REGEX))),
      "valibot digits": toStandardJsonSchema(v.pipe(v.string(), v.regex(v.DIGITS_REGEX))),
      "arktype email": type("string.email"),
      "arktype uuid": type("string.uuid"),
      "arktype semver": type("string.semver"),
      "arktype alpha": type("string.alphanumeric"),
      "arktype date": type("string.date.iso"),
    }) as [string, never][],
  )("can be asked for: %s", (_, schema) => {
    expect(() => answerSchema(schema)).not.toThrow(SlowPatternError);
  });

  it("of valibot are refused for emoji: a hand with its skin tone is one of them, or two", () => {
    expect(backtrackingLimit(v.EMOJI_REGEX.source, v.EMOJI_REGEX.flags)).toBe(0);
    const emoji = toStandardJsonSchema(v.pipe(v.string(), v.emoji()));
    expect(() => answerSchema(emoji as never)).toThrow(SlowPatternError);
  });

  it("of valibot are not refused otherwise", () => {
    const found = Object.entries(v).filter(([name]) => name.endsWith("_REGEX"));
    expect(found.length).toBeGreaterThan(15);
    for (const [name, pattern] of found as [string, RegExp][])
      if (name !== "EMOJI_REGEX") expect(limitOf(pattern), name).toBeGreaterThan(100);
  });
});

/** As people write them. */
const COMMON = [
  /^[a-z]+$/,
  /^[A-Za-z0-9_-]{3,16}$/,
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  /^\d{5}(-\d{4})?$/,
  /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  /^\+?[1-9]\d{1,14}$/,
  /^\+?\d{1,3}?[-. ]?\(?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}$/,
  /^\(\d{3}\) \d{3}-\d{4}$/,
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  /^[\w.+-]+@[\w-]+\.[\w.-]+$/,
  /^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$/,
  /^https?:\/\/\S+$/,
  /^(https?:\/\/)?([\w-]+\.)+[\w-]+(\/[\w./?%&=-]*)?$/,
  /^#?([a-f0-9]{6}|[a-f0-9]{3})$/i,
  /^#[0-9a-fA-F]{6}$/,
  /^\d{4}-\d{2}-\d{2}$/,
  /^\d{1,2}\/\d{1,2}\/\d{4}$/,
  /^([01]?\d|2[0-3]):[0-5]\d$/,
  /^(0[1-9]|1[0-2])\/\d{2}$/,
  /^\$?\d{1,3}(,\d{3})*(\.\d{2})?$/,
  /^-?\d+(\.\d+)?$/,
  /^-?\d*\.?\d+$/,
  /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/,
  /^v?\d+\.\d+\.\d+$/,
  /^\d+\.\d+\.\d+(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/,
  /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{8,}$/,
  /^(?=.*[A-Za-z])(?=.*\d)(?=.*[@$!%*#?&])[A-Za-z\d@$!%*#?&]{8,}$/,
  /^(?!.*\.\.)[\w.]+$/,
  /^(?!-)[a-z0-9-]{1,63}(?<!-)$/,
  /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/i,
  /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/,
  /^(?:\d{1,3}\.){3}\d{1,3}$/,
  /^([0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$/,
  /^[0-9a-f]{40}$/,
  /^[A-Z]{2}\d{2}[A-Z0-9]{4}\d{7}([A-Z0-9]?){0,16}$/,
  /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  /^@?[A-Za-z0-9_]{1,15}$/,
  /^[\w-]+\/[\w.-]+$/,
  /^(feat|fix|docs|chore)(\([a-z-]+\))?!?: .+$/,
  /^[A-Z][A-Z0-9]+-\d+$/,
  /^\/(?:[\w.-]+\/)*[\w.-]*$/,
  /^(?:\/[^/\0]+)+$/,
  /^[A-Za-z]:\\(?:[^\\/:*?"<>|\r\n]+\\)*[^\\/:*?"<>|\r\n]*$/,
  /^\p{L}[\p{L}\p{M}' -]*$/u,
  /^[\p{L} ,.'-]+$/u,
  /^[a-z]+( [a-z]+)*$/i,
  /^\w+(?:\s\w+)*$/,
  /^\S+$/,
  /^\s*\S[\s\S]*$/,
  /\S/,
  /^.{1,100}$/s,
  /^[^<>]*$/,
  /^(yes|no|maybe)$/i,
  /^\d+(,\d+)*$/,
  /^(\w+)(,\s*\w+)*$/,
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  /^[\w-]+\.[\w-]+\.[\w-]+$/,
  /^P(?!$)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/,
  /^(\*|[0-5]?\d)( (\*|[0-5]?\d)){4}$/,
  /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/,
  /^arn:aws:[a-z0-9-]+:[a-z0-9-]*:\d{0,12}:.+$/,
  /^(?:s3|gs):\/\/[a-z0-9.-]+(?:\/.*)?$/,
  /^([1-9]\d?|100)%$/,
];

describe("patterns that people write", () => {
  it.each(COMMON.map((pattern) => [String(pattern), pattern] as const))("%s", (_, pattern) => {
    expect(limitOf(pattern)).toBeGreaterThanOrEqual(FAIR);
  });

  it.each([
    [/^\d+$/, Infinity],
    [/\d+x/, 10_000],
    [/^\s+|\s+$/, 10_000],
    [/^.*a.*b.*$/, 464],
    // Nothing is said of these.
    [/^(a)\1$/, undefined],
  ])("%s may be given %s characters", (pattern, limit) => {
    expect(backtrackingLimit(pattern.source, pattern.flags)).toBe(limit);
  });
});

describe("patterns that double the time with each character", () => {
  it.each([
    /^(a|a)*$/,
    /^(a*)*$/,
    /(a+)+$/,
    /^(a|ab|b)*$/,
    /^(\w+\s?)*$/,
    /^([a-z]+)*\d$/,
    /^(([a-z])+.)+[A-Z]([a-z])+$/,
    /(x+x+)+y/,
    /^(?:a|b|ab)*c$/,
    /^(a?b?)*$|^((a?)*b)*$/,
    /^([a-zA-Z0-9._%-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,6})*$/,
    /^(?=(a+)+$)x/,
    /^(?:(?!b)(a|a))*$/,
    /^([A-Z]|[a-z])*$/i,
    /^(.|\n)*$/s,
    /(?:a?){30}a{30}/,
    /^(a|a){1,40}$/,
    /^(\d{1,3}){40}$/,
    /^(?:.*.*.*.*.*.*)$/,
  ])("%s is refused", (pattern) => {
    expect(backtrackingLimit(pattern.source, pattern.flags)).toBe(0);
  });
});

describe("the time of a backtracking matcher", () => {
  /** Long enough to tell the powers apart, short enough to be run. */
  const TRIED = new Map([
    [Infinity, { length: 250, power: 1 }],
    [10_000, { length: 120, power: 2 }],
    [464, { length: 60, power: 3 }],
    [100, { length: 40, power: 4 }],
    [39, { length: 30, power: 5 }],
  ]);
  const WORDS = ["a", "b", "c", "ab", "ba", "aab", "abb", "abc"];

  it("stays below the power that the limit says, for every pattern that is not refused", () => {
    let judged = 0;
    let refused = 0;
    fc.assert(
      fc.property(node, fc.boolean(), fc.boolean(), (made: Node, fromStart, toEnd) => {
        const source = `${fromStart ? "^" : ""}(?:${sourceOf(made)})${toEnd ? "$" : ""}`;
        const limit = backtrackingLimit(source);
        if (limit === "unreadable") throw new Error(`${source} is not read`);
        if (limit === 0) return void (refused += 1);
        const { length, power } = TRIED.get(limit!) ?? { length: Math.min(limit!, 30), power: 5 };
        judged += 1;
        for (const word of WORDS) {
          for (const last of ["", "c", "x"]) {
            const text = (word.repeat(length).slice(0, length) + last).slice(0, length);
            // What stands a counted number of times adds a factor, not a power.
            const bound = 40 * source.length ** 2 * (length + 1) ** power;
            const { steps, matched } = backtrack(made, { fromStart, toEnd }, text, bound);
            expect(steps, `${source} on ${text}`).toBeLessThan(bound);
            if (length <= 60) expect(matched).toBe(new RegExp(source, "u").test(text));
          }
        }
      }),
      { numRuns: scaled(200, 1_500) },
    );
    expect(judged).toBeGreaterThan(scaled(90, 700));
    expect(refused).toBeGreaterThan(scaled(7, 50));
  });
});
