import { OptionError } from "../errors.js";

/** What a server may do. `ask`: the person is asked first whether it may. */
export type ServerRule = "allow" | "ask" | "block";

/** What the inbox does by itself. Times are in milliseconds. */
export interface Policy {
  /** For servers without a rule of their own. Default `allow`. */
  readonly rule: ServerRule;
  /** Questions shown at once. Default 1. */
  readonly concurrent: number;
  /** Open questions a server may have; a further one is cancelled. Default 10. */
  readonly perServer: number;
  /** Open questions of all servers together. Default 100. */
  readonly total: number;
  /** Questions a server may ask in a row, and how many more each minute. Default 20 and 20. */
  readonly burst: number;
  readonly perMinute: number;
  /** How long a question may be looked at. Default 600,000 (10 minutes). */
  readonly deadlineMs: number;
  /** Forms that seem to ask for a secret: show them with a warning, or decline them. Default `warn`. */
  readonly secrets: "warn" | "refuse";
}

const DEFAULTS: Policy = {
  rule: "allow",
  concurrent: 1,
  perServer: 10,
  total: 100,
  burst: 20,
  perMinute: 20,
  deadlineMs: 600_000,
  secrets: "warn",
};

/** Fills in the defaults. @throws OptionError */
export function resolvePolicy(policy: Partial<Policy> = {}): Policy {
  const resolved = { ...DEFAULTS, ...policy };
  for (const [name, value] of Object.entries(resolved)) {
    if (typeof value === "number" ? !(value > 0) : typeof value !== "string") {
      throw new OptionError(`policy.${name} must be a positive number, not ${String(value)}.`);
    }
  }
  return resolved;
}

/** A token bucket for each server: `burst` at once, refilled at `perMinute`. */
export function createBuckets(
  { burst, perMinute }: Policy,
  now: () => number,
): (server: string) => boolean {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (server) => {
    const time = now();
    const bucket = buckets.get(server) ?? { tokens: burst, at: time };
    buckets.set(server, bucket);
    bucket.tokens = Math.min(burst, bucket.tokens + ((time - bucket.at) / 60_000) * perMinute);
    bucket.at = time;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  };
}
