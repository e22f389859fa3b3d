import type { StoredSecret, StoredValue } from "../contracts/pages.js";

/** A secret as a vault stores it: one string, or several named strings, such as the tokens of an OAuth account. */
export type SecretValue = StoredValue;

const MASK = "[secret]";

/**
 * A value that does not print itself: logged, inspected, inserted into a string or serialized as JSON it reads `[secret]`,
 * and copies of the object do not contain it. Only {@link Secret.reveal} and {@link Secret.use} return it.
 *
 * @example
 * ```ts
 * const key = await vault.get({ principal, server: "invoices", name: "stripe" });
 * console.log(`key: ${key}`); // key: [secret]
 * await key?.use((value) => fetch(url, { headers: { authorization: `Bearer ${value}` } }));
 * ```
 */
export class Secret<T extends SecretValue = SecretValue> implements StoredSecret<T> {
  readonly #value: T;

  static {
    // The method that Node's console and inspect use.
    const inspect = Symbol.for("nodejs.util.inspect.custom");
    Object.defineProperty(this.prototype, inspect, { value: () => MASK });
  }

  /** @param value - The value to hide: a string, or a record of strings, which is copied. */
  constructor(value: T) {
    this.#value = typeof value === "string" ? value : (Object.freeze(copy(value)) as T);
  }

  /** Returns the value itself. Anything it is copied into will print it, so keep that scope small. */
  reveal(): T {
    return this.#value;
  }

  /** Calls a function with the value and returns its result. */
  use<R>(use: (value: T) => R): R {
    return use(this.#value);
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [Symbol.toPrimitive](): string {
    return MASK;
  }
}

/** Copies own properties only, including names such as `__proto__`. */
function copy(record: Readonly<Record<string, string>>): Record<string, string> {
  const own: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(record)) own[name] = value;
  return own;
}
