import { findSecretFields } from "midcall/schema";
import { isObject, type JsonObject, ownValue, setOwn } from "./json-data.js";
import type { Shape } from "./shape.js";

type Properties = Parameters<typeof findSecretFields>[0]["properties"];

/** Whether a field asks for a secret, by its name, its texts or its format. */
export function isSecretField(name: string, schema: JsonObject): boolean {
  const texts = ["title", "description", "format"].flatMap((key) => {
    const text = ownValue(schema, key);
    return typeof text === "string" ? [[key, text]] : [];
  });
  const properties: JsonObject = {};
  setOwn(properties, name, { type: "string", ...(Object.fromEntries(texts) as JsonObject) });
  return findSecretFields({ type: "object", properties: properties as Properties }).length > 0;
}

const MEMBER = /"([^"\\]{1,100})"\s*:/g;
const MOST_MEMBERS = 500;

/** Whether a text of JSON has a member that seems to be a secret. */
export function holdsSecretName(json: string): boolean {
  const names = new Set<string>();
  for (const [, name = ""] of json.matchAll(MEMBER)) {
    names.add(name);
    if (names.size >= MOST_MEMBERS) break;
  }
  return [...names].some((name) => isSecretField(name, {}));
}

/** Whether a text of JSON has a member whose schema says that it is a secret. */
export const holdsSecretField = (json: string, shape: Shape): boolean =>
  shape.kind === "group" &&
  shape.properties.some(
    ({ name, schema }) =>
      isObject(schema) && json.includes(JSON.stringify(name)) && isSecretField(name, schema),
  );
