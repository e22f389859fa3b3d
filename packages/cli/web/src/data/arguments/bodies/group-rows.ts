import { isObject, type JsonObject } from "../json-data.js";
import type { ArgumentIssue, BodyHost, Node } from "../node-contracts.js";
import type { GroupShape } from "../shape.js";
import { t } from "../../../messages/text.js";

/** A member that is not one of the properties: its name is entered, too. */
export interface Row {
  readonly id: string;
  readonly key: string;
  readonly node: Node;
}

/** The members of an object that are not properties of its schema. */
export interface GroupRows {
  readonly list: readonly Row[];
  readonly canAdd: boolean;
  add(): Row;
  rename(id: string, key: string): void;
  remove(id: string): void;
  issues(path: readonly string[]): ArgumentIssue[];
  /** Sets the members of a value that are not properties. */
  fill(value: JsonObject): void;
  fromDraft(drafts: readonly (readonly [key: string, draft: unknown])[]): void;
}

const MOST_ROWS = 100;

/** @param names - the names of the properties */
export function createGroupRows(host: BodyHost<GroupShape>, names: ReadonlySet<string>): GroupRows {
  const { shape } = host;
  let rows: readonly Row[] = [];
  let rowNumber = 0;

  const createRow = (key: string): Row => {
    const id = `${host.id}-row${(rowNumber += 1)}`;
    const schema = isObject(shape.rest) ? shape.rest : true;
    const node = host.create({ name: "", schema, required: true, label: t("Value") });
    return { id, key, node };
  };
  const set = (next: readonly Row[]): void => {
    rows = next;
    host.changed();
  };

  return {
    get list() {
      return rows;
    },
    get canAdd() {
      return shape.further === "offered" && rows.length < MOST_ROWS;
    },
    add() {
      const row = createRow("");
      set([...rows, row]);
      return row;
    },
    rename: (id, key) => set(rows.map((row) => (row.id === id ? { ...row, key } : row))),
    remove: (id) => set(rows.filter((row) => row.id !== id)),
    issues: (path) =>
      rows.flatMap((row, index) => {
        const isTaken =
          names.has(row.key) || rows.slice(0, index).some(({ key }) => key === row.key);
        const isUnnamed = row.key === "" && !("value" in row.node.read());
        const texts = [
          ...(shape.further === "forbidden" ? [t("The schema has no such member.")] : []),
          ...(isTaken ? [t("There is a member with this name already.")] : []),
          ...(isUnnamed ? [t("Enter a name, or remove it.")] : []),
        ];
        const at = [...path, row.key === "" ? t("Unnamed member") : row.key];
        return [
          ...texts.map((text) => ({ node: row.id, path: at, text, unsendable: isTaken })),
          ...row.node.issues(at),
        ];
      }),
    fill(value) {
      const others = Object.keys(value).filter((name) => !names.has(name));
      rows = others.slice(0, MOST_ROWS).map((key) => {
        const row = createRow(key);
        row.node.fill(value[key]);
        return row;
      });
    },
    fromDraft(drafts) {
      rows = drafts.slice(0, MOST_ROWS).map(([key, draft]) => {
        const row = createRow(key);
        row.node.fromDraft(draft);
        return row;
      });
    },
  };
}
