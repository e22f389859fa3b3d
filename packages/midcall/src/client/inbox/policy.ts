import { OptionError } from "../../contracts/errors.js";

/**
 * What a server may do. `ask`: the person is asked first whether it may. `block`: its questions are
 * refused unseen, and it is told that nobody was asked.
 */
export type ServerRule = "allow" | "ask" | "block";

/** Whether this is one of the rules. */
export function isRule(value: unknown): value is ServerRule {
  return value === "allow" || value === "ask" || value === "block";
}

/**
 * What the inbox does by itself. Times are in milliseconds.
 *
 * A question that is refused or given up by a rule or a limit is never answered in the person's name: the
 * server is told that nobody answered, and why.
 */
export interface Policy {
  /** For servers without a rule of their own. Default `allow`. */
  readonly rule: ServerRule;
  /** Questions shown at once. Default 1. */
  readonly concurrent: number;
  /** Open questions a server may have; a further one is refused (`queue-full`). Default 10. */
  readonly perServer: number;
  /** Open questions of all servers together; a further one is refused (`queue-full`). Default 100. */
  readonly total: number;
  /** Questions a server may ask in a row; a further one is refused (`rate-limit`). Default 20. */
  readonly burst: number;
  /** How many more it may ask each minute. Default 20. */
  readonly perMinute: number;
  /** How long a question may be looked at before it is given up (`deadline`). Default 600,000 (10 minutes). */
  readonly timeoutMs: number;
  /**
   * Forms that seem to ask for a secret, by the guard that servers have: show them with a warning, or refuse
   * them (`secret-refused`). Default `warn`.
   */
  readonly secrets: "warn" | "refuse";
}

const DEFAULTS: Policy = {
  rule: "allow",
  concurrent: 1,
  perServer: 10,
  total: 100,
  burst: 20,
  perMinute: 20,
  timeoutMs: 600_000,
  secrets: "warn",
};

/**
 * Fills in the defaults; `undefined` means the default.
 *
 * @throws OptionError when a value makes no sense
 */
export function resolvePolicy(given: Partial<Policy> = {}): Policy {
  const policy: Record<string, unknown> = { ...DEFAULTS };
  for (const [name, normal] of Object.entries(DEFAULTS)) {
    const value: unknown = given[name as keyof Policy] ?? normal;
    const fits =
      name === "rule"
        ? isRule(value)
        : name === "secrets"
          ? value === "warn" || value === "refuse"
          : typeof value === "number" && value > 0;
    if (!fits) throw new OptionError(`policy.${name} cannot be ${String(value)}.`);
    policy[name] = value;
  }
  return policy as unknown as Policy;
}

/** A token bucket for each server: `burst` at once, refilled at `perMinute`. False when it is empty. */
export function createBuckets(
  { burst, perMinute }: Pick<Policy, "burst" | "perMinute">,
  now: () => number,
): (server: string) => boolean {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (server) => {
    const time = now();
    const bucket = buckets.get(server) ?? { tokens: burst, at: time };
    buckets.set(server, bucket);
    // A clock that was set back takes no tokens away.
    const passed = Math.max(0, time - bucket.at);
    bucket.tokens = Math.min(burst, bucket.tokens + (passed / 60_000) * perMinute);
    bucket.at = time;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  };
}
