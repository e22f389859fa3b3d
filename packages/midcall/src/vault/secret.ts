/** What a vault keeps: one text, or a few under names, such as the tokens of an OAuth account. */
export type SecretValue = string | Readonly<Record<string, string>>;

const SHOWN = "[secret]";

/**
 * A value that does not show itself: printed, inspected, put into a text or turned into JSON it is
 * `[secret]`, and nothing of it is left in a copy. Only {@link Secret.reveal} and {@link Secret.use}
 * give it away.
 *
 * @example
 * ```ts
 * const key = await vault.get({ principal, server: "invoices", name: "stripe" });
 * console.log(`key: ${key}`); // key: [secret]
 * await key?.use((text) => fetch(url, { headers: { authorization: `Bearer ${text}` } }));
 * ```
 */
export class Secret<T extends SecretValue = SecretValue> {
  readonly #value: T;

  static {
    // What Node's console and inspect look for.
    const inspect = Symbol.for("nodejs.util.inspect.custom");
    Object.defineProperty(this.prototype, inspect, { value: () => SHOWN });
  }

  /** @param value The value to hide: a text, or a record of texts, which is copied. */
  constructor(value: T) {
    this.#value = typeof value === "string" ? value : (Object.freeze(copy(value)) as T);
  }

  /** The value itself. Keep it short: what it is put into shows it. */
  reveal(): T {
    return this.#value;
  }

  /** Hands the value to a function and returns what that returns. */
  use<R>(use: (value: T) => R): R {
    return use(this.#value);
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [Symbol.toPrimitive](): string {
    return SHOWN;
  }
}

/** Own properties only, also those named like something of every object. */
function copy(record: Readonly<Record<string, string>>): Record<string, string> {
  const own: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(record)) own[name] = value;
  return own;
}
