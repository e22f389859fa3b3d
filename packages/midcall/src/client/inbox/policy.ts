import { OptionError } from "../../contracts/errors.js";
import { assertOptions, type OptionKinds } from "../../internal/assert-options.js";

/**
 * The permission of a server. `allow`: its questions are shown. `ask`: the user first decides whether the server may
 * ask. `block`: its questions are refused without being shown, and the server is told that no user was asked.
 */
export type ServerRule = "allow" | "ask" | "block";

/** Whether a value is a rule. */
export function isRule(value: unknown): value is ServerRule {
  return value === "allow" || value === "ask" || value === "block";
}

/**
 * The rules and limits that the inbox applies by itself. Times are in milliseconds.
 *
 * A question that a rule or a limit refuses or ends is never answered in the user's name: the server is told that no
 * user answered, and why. The limits `perServer`, `burst` and `perMinute` do not apply to calls that the user starts by
 * hand (`startedBy` of `inbox.attach`). What they hold back, the user can show all the same.
 */
export interface Policy {
  /** The rule for servers without their own. Default `allow`. */
  readonly rule: ServerRule;
  /** The number of questions shown at once. Default 1. */
  readonly concurrent: number;
  /** Open questions a server may have; a further one is held back (`queue-full`). Default 10. */
  readonly perServer: number;
  /** Questions of a server that are held back; a further one is refused, and so are all if there is no UI. Default 20. */
  readonly held: number;
  /** Open questions of all servers together; a further one is refused (`queue-full`). Default 100. */
  readonly total: number;
  /** Questions a server may ask in a row; a further one is held back (`rate-limit`). Default 20. */
  readonly burst: number;
  /** How many further questions it may ask each minute. Default 20. */
  readonly perMinute: number;
  /**
   * How long a question may be visible before it ends (`deadline`), and how long a question is held back before it is
   * refused. Default 600,000 (10 minutes).
   */
  readonly timeoutMs: number;
  /**
   * How to treat forms that seem to ask for a secret, by the same guard that servers use: `warn` shows them with a
   * warning, `refuse` refuses them (`secret-refused`). Default `warn`.
   */
  readonly secrets: "warn" | "refuse";
}

const DEFAULTS: Policy = {
  rule: "allow",
  concurrent: 1,
  perServer: 10,
  held: 20,
  total: 100,
  burst: 20,
  perMinute: 20,
  timeoutMs: 600_000,
  secrets: "warn",
};

const KINDS: OptionKinds<Partial<Policy>> = {
  rule: "any",
  concurrent: "any",
  perServer: "any",
  held: "any",
  total: "any",
  burst: "any",
  perMinute: "any",
  timeoutMs: "any",
  secrets: "any",
};

/**
 * Fills in the defaults; `undefined` means the default.
 *
 * @throws OptionError if a value is invalid
 */
export function resolvePolicy(given: Partial<Policy> = {}): Policy {
  assertOptions("policy of createInbox", given, KINDS);
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

/** A token bucket for each server, of size `burst`, refilled at `perMinute`. */
export interface Buckets {
  /** Takes a token. Returns false if the bucket of the server is empty. */
  take(server: string): boolean;
  /** Fills the bucket of a server. */
  fill(server: string): void;
}

/** @param now - the clock, in milliseconds since 1970 */
export function createBuckets(
  { burst, perMinute }: Pick<Policy, "burst" | "perMinute">,
  now: () => number,
): Buckets {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const take: Buckets["take"] = (server) => {
    const time = now();
    const bucket = buckets.get(server) ?? { tokens: burst, at: time };
    buckets.set(server, bucket);
    // If the clock was set back, no tokens are taken away.
    const passed = Math.max(0, time - bucket.at);
    bucket.tokens = Math.min(burst, bucket.tokens + (passed / 60_000) * perMinute);
    bucket.at = time;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  };
  return { take, fill: (server) => void buckets.delete(server) };
}
