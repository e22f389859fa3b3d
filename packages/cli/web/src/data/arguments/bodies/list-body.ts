import { isObject, isSame } from "../json-data.js";
import type { ArgumentIssue, Body, BodyHost, Node } from "../node-contracts.js";
import type { ListShape } from "../shape.js";
import { t } from "../../../messages/text.js";

/** The items of a list or tuple. */
export interface ListBody extends Body {
  readonly kind: "list";
  readonly items: readonly Node[];
  /** Whether an item can be added here: the schema has one more, and there are not too many for a form. */
  readonly canAdd: boolean;
  /** Adds an item at the end. */
  add(): Node | undefined;
  /** Whether this item can be removed: in a tuple only the last one. */
  canRemove(index: number): boolean;
  remove(index: number): void;
  canMove(index: number, by: -1 | 1): boolean;
  move(index: number, by: -1 | 1): void;
}

/** Longer lists are edited as JSON. */
export const MOST_ITEMS = 100;
/** Empty items that a new list starts with. */
const MOST_AT_START = 20;

const itemLabel = (index: number): string => t("Item {0}", index + 1);

export function createListBody(host: BodyHost<ListShape>): ListBody {
  const { prefix, items: itemSchema, minItems, maxItems, unique } = host.shape;
  let items: Node[] = [];

  const schemaAt = (index: number): unknown => prefix[index] ?? itemSchema;
  const create = (index: number): Node =>
    host.create({
      name: "",
      schema: schemaAt(index),
      required: true,
      label: itemLabel(index),
    });
  const relabel = (): void => {
    for (const [index, item] of items.entries()) item.relabel(itemLabel(index));
  };
  const canAdd = (): boolean =>
    items.length < Math.min(MOST_ITEMS, Math.max(maxItems, minItems)) &&
    schemaAt(items.length) !== undefined;
  const start = Math.min(MOST_AT_START, Math.max(minItems, prefix.length));
  while (items.length < start && canAdd()) items.push(create(items.length));

  const own = (): string[] => {
    const values = items.map((item) => item.read());
    const twin = unique
      ? values.findIndex(
          (one, index) =>
            "value" in one &&
            values.slice(0, index).some((other) => isSame(one.value, other.value)),
        )
      : -1;
    return [
      ...(items.length < minItems ? [t("Add {0} or more items.", minItems)] : []),
      ...(items.length > maxItems ? [t("Keep at most {0} items.", maxItems)] : []),
      ...(twin === -1 ? [] : [t("Item {0} is the same as an item before it.", twin + 1)]),
    ];
  };

  return {
    kind: "list",
    get items() {
      return items;
    },
    get canAdd() {
      return canAdd();
    },
    add() {
      if (!canAdd()) return undefined;
      const made = create(items.length);
      items = [...items, made];
      host.changed();
      return made;
    },
    canRemove: (index) => index >= prefix.length || index === items.length - 1,
    remove(index) {
      items = items.filter((_, at) => at !== index);
      relabel();
      host.changed();
    },
    canMove: (index, by) =>
      index >= prefix.length && index + by >= prefix.length && index + by < items.length,
    move(index, by) {
      const next = [...items];
      [next[index], next[index + by]] = [next[index + by]!, next[index]!];
      items = next;
      relabel();
      host.changed();
    },
    read: () => ({ value: items.flatMap((item) => Object.values(item.read())) }),
    issues: (path) => [
      ...own().map((text): ArgumentIssue => ({ node: host.id, path, text, unsendable: false })),
      ...items.flatMap((item) => item.issues([...path, item.label])),
    ],
    fill(value) {
      if (!Array.isArray(value) || value.length > MOST_ITEMS) return;
      items = value.slice(0, MOST_ITEMS).flatMap((given: unknown, index) => {
        if (schemaAt(index) === undefined) return [];
        const made = create(index);
        made.fill(given);
        return [made];
      });
    },
    touch() {
      for (const item of items) item.touch();
    },
    toDraft: () => ({ items: items.map((item) => item.toDraft()) }),
    fromDraft(draft) {
      const drafts = isObject(draft) ? draft["items"] : undefined;
      if (!Array.isArray(drafts)) return;
      items = drafts.slice(0, MOST_ITEMS).flatMap((given: unknown, index) => {
        if (schemaAt(index) === undefined) return [];
        const made = create(index);
        made.fromDraft(given);
        return [made];
      });
    },
  };
}
