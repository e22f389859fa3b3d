import { findSecretFields } from "midcall/schema";
import { isObject, member, setMember } from "../../../json.js";
import { isSecretName, MASK } from "./secret-names.js";

const DEEPEST = 20;
const TYPED = /^(?:string|number|integer|undefined)$/;

/** The schema that a local reference leads to, or the schema itself. */
function resolve(schema: unknown, root: unknown): unknown {
  const ref = member(schema, "$ref");
  if (typeof ref !== "string" || !ref.startsWith("#/")) return schema;
  const path = ref.slice(2).split("/");
  return path.reduce(
    (at, part) => member(at, part.replaceAll("~1", "/").replaceAll("~0", "~")),
    root,
  );
}

/** Whether an argument asks for a secret, by its name, its texts or its format. */
function isSecret(name: string, schema: unknown): boolean {
  if (isSecretName(name)) return true;
  if (!TYPED.test(String(member(schema, "type"))) || member(schema, "enum") !== undefined)
    return false;
  const texts: Record<string, unknown> = { type: "string" };
  for (const key of ["title", "description", "format"]) {
    const text = member(schema, key);
    if (typeof text === "string") texts[key] = text;
  }
  const properties = {};
  setMember(properties, name, texts);
  return findSecretFields({ type: "object", properties }).length > 0;
}

/**
 * A copy of the arguments of a tool with likely secrets masked.
 *
 * @param inputSchema - the tool's, as sent by the server; untrusted. Without one, the names tell
 * @param onSecret - receives each value that is masked
 */
export function maskSecretArguments(
  args: unknown,
  inputSchema: unknown,
  onSecret: (value: unknown) => void = () => {},
): unknown {
  const walk = (value: unknown, given: unknown, depth: number): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (depth > DEEPEST) return MASK;
    const schema = resolve(given, inputSchema);
    if (Array.isArray(value)) {
      return value.map((item) => walk(item, member(schema, "items"), depth + 1));
    }
    const described = member(schema, "properties");
    const masked = {};
    for (const [name, one] of Object.entries(value)) {
      const found = resolve(member(described, name), inputSchema);
      const hidden = isSecret(name, found);
      if (hidden) onSecret(one);
      setMember(masked, name, hidden ? MASK : walk(one, found, depth + 1));
    }
    return masked;
  };
  return isObject(args) ? walk(args, inputSchema, 0) : args;
}
