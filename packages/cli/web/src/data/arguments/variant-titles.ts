import { displayText } from "midcall/form";
import { isObject, type JsonObject, ownValue, toText } from "./json-data.js";
import { resolveSchema } from "./resolve-schema.js";
import type { Variant } from "./shape.js";
import { t } from "../../messages/text.js";

const TYPES: Readonly<Record<string, string>> = {
  string: t("Text"),
  number: t("Number"),
  integer: t("Whole number"),
  boolean: t("Yes or no"),
  array: t("List"),
  object: t("Object"),
  null: t("Null"),
};
const LONGEST = 60;

/** The members of an object that have one possible value, such as `kind: circle`. */
function constants(schema: JsonObject): string {
  const properties = ownValue(schema, "properties");
  if (!isObject(properties)) return "";
  return Object.entries(properties)
    .filter(([, property]) => isObject(property) && Object.hasOwn(property, "const"))
    .slice(0, 2)
    .map(([name, property]) => `${name}: ${String((property as JsonObject)["const"])}`)
    .join(", ");
}

function titleOf(given: JsonObject, root: unknown): string {
  const schema = resolveSchema(given, root) ?? given;
  const title = ownValue(schema, "title");
  if (typeof title === "string" && displayText(title) !== "") return displayText(title);
  if (Object.hasOwn(schema, "const")) {
    const value = schema["const"];
    if (value === null) return TYPES["null"]!;
    return displayText(typeof value === "string" ? value : toText(value)) || t("Empty text");
  }
  const told = displayText(constants(schema));
  if (told !== "") return told;
  const required = ownValue(schema, "required");
  if (!isObject(ownValue(schema, "properties")) && Array.isArray(required)) {
    return displayText(t("With {0}", required.slice(0, 3).map(String).join(", ")));
  }
  const type = ownValue(schema, "type");
  return typeof type === "string" && Object.hasOwn(TYPES, type) ? TYPES[type]! : "JSON";
}

/** The variants of a union with titles that differ. */
export function nameVariants(schemas: readonly JsonObject[], root: unknown): readonly Variant[] {
  const used = new Map<string, number>();
  return schemas.map((schema) => {
    const title = titleOf(schema, root).slice(0, LONGEST);
    const count = (used.get(title) ?? 0) + 1;
    used.set(title, count);
    return { schema, title: count === 1 ? title : `${title} ${count}` };
  });
}
