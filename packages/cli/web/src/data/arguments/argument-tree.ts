import { ArgumentNode } from "./argument-node.js";
import { isObject, type JsonObject, ownValue, toText } from "./json-data.js";
import type { ArgumentIssue } from "./node-contracts.js";
import { createScope } from "./tree-scope.js";
import { t } from "../../messages/text.js";

/** The arguments of a tool or a prompt, as they are entered. */
export interface ArgumentTree {
  readonly root: ArgumentNode;
  /** Whether the schema says so little that there is no form. */
  readonly jsonOnly: boolean;
  /** Whether the schema has no arguments at all. */
  readonly isEmpty: boolean;
  /** The arguments as they are entered, valid or not; `undefined` if there is nothing that could be sent. */
  values(): JsonObject | undefined;
  /** All issues, in the order of the form. */
  issues(): readonly ArgumentIssue[];
  /** Replaces all arguments. */
  fill(values: JsonObject): void;
  /** Everything that was entered, half-typed text included, as JSON. Fields that ask for a secret are left out. */
  toDraft(): unknown;
  /** Restores a draft; parts that no longer fit the schema are ignored. Never throws. */
  fromDraft(draft: unknown): void;
  /** Called after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

let trees = 0;

/**
 * Creates the fields for a JSON Schema. It never throws, whatever the server sent: what is not understood is a field for
 * JSON, and so is what is too large or nested too deeply.
 *
 * @param inputSchema - as sent by the server; `undefined` if it is too large
 *
 * @example
 * ```ts
 * const tree = createArgumentTree({ type: "object", properties: { tags: { type: "array", items: { type: "string" } } } });
 * tree.fill({ tags: ["a", "b"] });
 * tree.values(); // { tags: ["a", "b"] }
 * ```
 */
export function createArgumentTree(inputSchema: unknown): ArgumentTree {
  const listeners = new Set<() => void>();
  const onChange = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const jsonOnly = !isObject(inputSchema);
  const schema = jsonOnly ? true : { ...inputSchema, type: "object" };
  const scope = createScope(inputSchema, `arguments${(trees += 1)}`, onChange);
  const slot = { name: "", schema, required: true, label: t("Arguments") };
  const root = new ArgumentNode(slot, scope, 0);
  const isJson = root.shape.kind === "json";
  if (isJson) root.setText(toText(initialValue(inputSchema)));

  const values = (): JsonObject | undefined => {
    if (root.issues([]).some(({ unsendable }) => unsendable)) return undefined;
    const given = root.read();
    if (!("value" in given)) return {};
    return isObject(given.value) ? given.value : undefined;
  };
  return {
    root,
    jsonOnly: isJson,
    get isEmpty() {
      const { shape } = root;
      return shape.kind === "group" && shape.properties.length === 0 && shape.further !== "offered";
    },
    values,
    issues() {
      const given = root.read();
      if (root.mode === "json" && "value" in given && !isObject(given.value)) {
        const text = t("The arguments must be a JSON object: { … }.");
        return [{ node: root.id, path: [], text, unsendable: true }];
      }
      // No text at all stands for no arguments.
      return root
        .issues([])
        .filter(({ node, unsendable }) => node !== root.id || unsendable || root.mode !== "json");
    },
    fill: (given) => root.fill(given),
    toDraft: () => root.toDraft(),
    fromDraft: (draft) => root.fromDraft(draft),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const MOST_NESTED = 5;
const START: Readonly<Record<string, unknown>> = {
  string: "",
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
};

/** The initial JSON where there is no form: all required members, with their defaults or empty. */
function initialValue(schema: unknown, depth = 0): unknown {
  if (!isObject(schema) || depth > MOST_NESTED) return depth === 0 ? {} : null;
  if (Object.hasOwn(schema, "default")) return schema["default"];
  if (Object.hasOwn(schema, "const")) return schema["const"];
  const type = [schema["type"]].flat()[0];
  if (depth > 0 && type !== "object") return START[String(type)] ?? null;
  const { properties, required } = schema;
  const names = Array.isArray(required) ? required.slice(0, 100) : [];
  return Object.fromEntries(
    names
      .filter((name) => typeof name === "string")
      .map((name) => [name, initialValue(ownValue(properties, name), depth + 1)]),
  );
}
