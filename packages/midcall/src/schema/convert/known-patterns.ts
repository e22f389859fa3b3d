import { DEFAULT_LIMITS } from "../parse/limits.js";
import { compilePattern } from "../pattern/index.js";
import type { TextFormat } from "../requested-schema.js";

/*
 * Libraries add a pattern to a format that means the same. A pattern that accepts all of these texts makes no
 * noticeable difference to the user and is left out of the form.
 */
const SAMPLES: Readonly<Record<TextFormat, readonly string[]>> = {
  email: ["ana@example.com", "first.last+tag@mail.example.org", "x_1@example.co"],
  uri: ["https://example.com/a/b?c=d#e", "http://localhost:8080", "https://sub.example.org/"],
  date: ["2026-01-31", "2024-02-29", "1999-12-01"],
  "date-time": ["2026-01-31T09:30:00Z", "2024-02-29T23:59:59+01:00", "1999-12-01T00:00:00-08:00"],
};

type Verdict = "new" | "said" | "utc" | "unusable";

// Libraries use a handful of patterns, and compiling one costs more than the rest of a conversion.
const verdicts = new Map<string, Verdict>();
const MAX_VERDICTS = 100;

function judge(source: string, format: TextFormat | undefined): Verdict {
  if (source.length > DEFAULT_LIMITS.pattern) return "unusable";
  const key = `${format} ${source}`;
  const known = verdicts.get(key);
  if (known) return known;
  let verdict: Verdict = "unusable";
  try {
    const { test } = compilePattern(source);
    const [first, ...others] = format ? SAMPLES[format] : [];
    verdict = "new";
    if (first && test(first)) {
      if (others.every(test)) verdict = "said";
      else if (format === "date-time" && !others.some(test)) verdict = "utc";
    }
  } catch {
    // Our matcher does not support the pattern. The library checks the answer.
  }
  if (verdicts.size >= MAX_VERDICTS) verdicts.delete(verdicts.keys().next().value!);
  verdicts.set(key, verdict);
  return verdict;
}

/** Whether to send a library's pattern: it must add a constraint, and hosts must be able to run it. */
export function keepPattern(source: string, format: TextFormat | undefined): boolean {
  return judge(source, format) === "new";
}

/** Whether a date-time pattern accepts `Z` and rejects offsets. */
export function takesUtcOnly(source: string): boolean {
  return judge(source, "date-time") === "utc";
}

/** The same instant in UTC, with `Z`. The fraction of a second is not changed. */
export function toUtc(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return text;
  const fraction = /\.\d+/.exec(text)?.[0] ?? "";
  return `${new Date(time).toISOString().slice(0, 19)}${fraction}Z`;
}
