import { isObject, ownValue, setOwn, type JsonObject } from "../json-data.js";
import type { ArgumentIssue, Body, BodyHost, Node } from "../node-contracts.js";
import { createGroupRows, type Row } from "./group-rows.js";
import type { GroupShape, Property } from "../shape.js";
import { t } from "../../../messages/text.js";

/** The members of an object. */
export interface GroupBody extends Body {
  readonly kind: "group";
  readonly fields: readonly Node[];
  /** How many optional properties are not shown yet. */
  readonly hidden: number;
  showMore(): void;
  readonly rows: readonly Row[];
  readonly canAddRow: boolean;
  addRow(): Row;
  renameRow(id: string, key: string): void;
  removeRow(id: string): void;
}

/** Optional properties that are shown at once, and more of them on demand. */
export const PROPERTIES_SHOWN = 60;

export function createGroupBody(host: BodyHost<GroupShape>): GroupBody {
  const { shape } = host;
  const made = new Map<string, Node>();
  const rows = createGroupRows(host, new Set(shape.properties.map(({ name }) => name)));
  let limit = PROPERTIES_SHOWN;
  let fields: readonly Node[] = [];

  const nodeOf = ({ name, schema, required }: Property): Node => {
    let node = made.get(name);
    if (!node) made.set(name, (node = host.create({ name, schema, required })));
    return node;
  };
  const isShown = ({ name, schema, required }: Property, index: number): boolean =>
    index < limit || required || made.has(name) || ownValue(schema, "default") !== undefined;
  const show = (): void => {
    fields = shape.properties.filter(isShown).map(nodeOf);
  };
  show();

  const sizeIssues = (path: readonly string[]): ArgumentIssue[] => {
    const { minProperties, maxProperties } = shape;
    if (minProperties === 0 && maxProperties === Infinity) return [];
    const size = Object.keys(read()).length;
    const text =
      size < minProperties
        ? t("Enter {0} or more members.", minProperties)
        : size > maxProperties
          ? t("Keep at most {0} members.", maxProperties)
          : undefined;
    return text === undefined ? [] : [{ node: host.id, path, text, unsendable: false }];
  };
  const read = (): JsonObject => {
    const value: JsonObject = {};
    const put = (name: string, node: Node): void => {
      const given = node.read();
      if ("value" in given) setOwn(value, name, given.value);
    };
    for (const node of fields) put(node.slot.name, node);
    for (const { key, node } of rows.list) put(key, node);
    return value;
  };

  return {
    kind: "group",
    get fields() {
      return fields;
    },
    get hidden() {
      return shape.properties.length - fields.length;
    },
    showMore() {
      limit += PROPERTIES_SHOWN;
      show();
      host.changed();
    },
    get rows() {
      return rows.list;
    },
    get canAddRow() {
      return rows.canAdd;
    },
    addRow: rows.add,
    renameRow: rows.rename,
    removeRow: rows.remove,
    read: () => ({ value: read() }),
    issues: (path) => [
      ...sizeIssues(path),
      ...fields.flatMap((node) => node.issues([...path, node.label])),
      ...rows.issues(path),
    ],
    fill(value) {
      if (!isObject(value)) return;
      for (const property of shape.properties) {
        if (Object.hasOwn(value, property.name)) nodeOf(property).fill(value[property.name]);
        else if (isShown(property, shape.properties.indexOf(property))) nodeOf(property).clear();
      }
      show();
      rows.fill(value);
    },
    touch() {
      for (const node of fields) node.touch();
      for (const { node } of rows.list) node.touch();
    },
    toDraft: () => ({
      fields: fields.map((node) => [node.slot.name, node.toDraft()]),
      rows: rows.list.map(({ key, node }) => [key, node.toDraft()]),
    }),
    fromDraft(draft) {
      const drafts = new Map(entriesIn(ownValue(draft, "fields")));
      for (const property of shape.properties) {
        if (drafts.has(property.name)) nodeOf(property).fromDraft(drafts.get(property.name));
      }
      show();
      rows.fromDraft(entriesIn(ownValue(draft, "rows")));
    },
  };
}

/** The pairs of a name and a draft. */
function entriesIn(given: unknown): [string, unknown][] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((entry: unknown): [string, unknown][] =>
    Array.isArray(entry) && typeof entry[0] === "string" ? [[entry[0], entry[1] as unknown]] : [],
  );
}
