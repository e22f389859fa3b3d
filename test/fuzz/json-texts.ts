import fc from "fast-check";

/*
 * Texts of JSON as other programs write them, and readers that are not JSON.parse.
 */

const space = fc.constantFrom("", "", "", " ", "\t", "\r", " \t ");
const number = fc.oneof(
  fc.constantFrom("0", "-0", "-0.0", "1", "1.0", "10e-1", "0.3", "0.30000000000000001665", "1e21"),
  fc.constantFrom(
    "9007199254740991",
    "9007199254740993",
    "12345678901234567890",
    "1e400",
    "-1e999",
  ),
  fc.constantFrom("100000000000000000000", "9223372036854776000", "5e-324", "1e-400", "1E+2"),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
);
/** What may stand between the quotes of a string. */
const piece = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "é",
    "\u2028",
    "\\n",
    "\\/",
    '\\"',
    "\\\\",
    "\\u0061",
    "\\uD83D",
    "\\ude00",
  ),
  fc.constantFrom("[", "{", "]", "}", ",", ":", "null", "1e400", "__proto__"),
  fc.nat(0xff_ff).map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`),
);
const string = fc.array(piece, { maxLength: 4 }).map((pieces) => `"${pieces.join("")}"`);
const name = fc.oneof(
  fc.constantFrom(
    '"a"',
    '"\\u0061"',
    '"b"',
    '"1"',
    '"10"',
    '"__proto__"',
    '"constructor"',
    '"toJSON"',
  ),
  string,
);

/** Members are drawn of few names, so that many objects have some twice. */
const value = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("null", "true", "false"),
    number,
    string,
    fc
      .tuple(fc.array(fc.tuple(space, tie("value"), space), { maxLength: 4 }), space)
      .map(([items, empty]) => `[${items.map((item) => item.join("")).join(",") || empty}]`),
    fc
      .array(fc.tuple(space, name, space, tie("value"), space), { maxLength: 4 })
      .map((all) => `{${all.map(([a, key, b, one, c]) => `${a}${key}${b}:${one}${c}`).join(",")}}`),
  ),
})).value;

/** The text of any value, some of them deep. */
export const jsonText: fc.Arbitrary<string> = fc
  .tuple(value, fc.oneof({ weight: 30, arbitrary: fc.constant(0) }, fc.nat(3_000)))
  .map(([text, depth]) => `${'{"a":['.repeat(depth)}${text}${"]}".repeat(depth)}`);

const TOKEN = /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)|(true|false|null))/y;

/**
 * Reads a text as another reader does, and writes what it says in one way: names in order, and numbers with all their digits.
 *
 * @param which - of two members with the same name
 */
export function readAs(text: string, which: "first" | "last"): string {
  let at = 0;
  const next = (): string => {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) throw new SyntaxError(`no token at ${at} of ${text}`);
    at = TOKEN.lastIndex;
    return found[0].trim();
  };
  const read = (token: string): string => {
    if (token === "[") {
      const items: string[] = [];
      for (let one = next(); one !== "]"; one = next()) if (one !== ",") items.push(read(one));
      return `[${items.join(",")}]`;
    }
    if (token === "{") {
      const members = new Map<string, string>();
      for (let one = next(); one !== "}"; one = next()) {
        if (one === ",") continue;
        const key = JSON.stringify(JSON.parse(one));
        next();
        const member = read(next());
        if (which === "last" || !members.has(key)) members.set(key, member);
      }
      const sorted = [...members].sort(([a], [b]) => (a < b ? -1 : 1));
      return `{${sorted.map(([key, member]) => `${key}:${member}`).join(",")}}`;
    }
    if (token.startsWith('"')) return JSON.stringify(JSON.parse(token));
    return /^[-\d]/.test(token) ? decimal(token) : token;
  };
  return read(next());
}

/** A number with all its digits, in one way. */
function decimal(token: string): string {
  const [, sign, whole, part = "", power = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(
    token,
  )!;
  const digits = `${whole!}${part}`.replace(/^0+/, "");
  const short = digits.replace(/0+$/, "");
  if (short === "") return "0";
  return `${sign!}${short}e${Number(power) - part.length + digits.length - short.length}`;
}
