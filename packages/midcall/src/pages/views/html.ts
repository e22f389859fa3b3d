const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const SPECIAL = /[&<>"']/;
const ALL_SPECIAL = /[&<>"']/g;

/** HTML that is safe to output. Created with {@link html}. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** Values that can be inserted into a template. Text is escaped; `undefined` and `false` are left out. */
export type Inserted = string | number | Html | undefined | false | readonly Inserted[];

function insert(value: Inserted): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.toString();
  if (typeof value === "object") return value.map(insert).join("");
  const text = String(value);
  // Most texts need no escaping, and looking is faster than replacing nothing.
  return SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (found) => ESCAPES[found]!) : text;
}

/** A template tag for HTML that escapes everything inserted. Attribute values must be quoted. */
export function html(parts: TemplateStringsArray, ...values: readonly Inserted[]): Html {
  let text = parts[0]!;
  for (let index = 0; index < values.length; index++) {
    text += insert(values[index]) + parts[index + 1]!;
  }
  return new Html(text);
}

/** A boolean attribute, or nothing. */
export const flag = (name: string, on: boolean): Html => new Html(on ? ` ${name}` : "");
