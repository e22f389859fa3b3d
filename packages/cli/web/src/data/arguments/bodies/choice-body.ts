import { isObject } from "../json-data.js";
import type { Body, BodyHost, Node } from "../node-contracts.js";
import type { Shape } from "../shape.js";

/** A union: one variant is chosen, and its value entered. */
export interface ChoiceBody extends Body {
  readonly kind: "choice";
  /** The chosen variant. */
  readonly index: number;
  readonly node: Node;
  choose(index: number): void;
}

/** Variants that are tried for a value. */
const MOST_TRIES = 8;

export function createChoiceBody(host: BodyHost<Extract<Shape, { kind: "choice" }>>): ChoiceBody {
  const { variants } = host.shape;
  // What was entered in a variant stays while another one is chosen.
  const made = new Map<number, Node>();
  const create = (at: number): Node =>
    host.create({
      name: "",
      schema: variants[at]!.schema,
      required: true,
      label: variants[at]!.title,
    });
  const nodeAt = (at: number): Node => {
    let node = made.get(at);
    if (!node) made.set(at, (node = create(at)));
    return node;
  };
  const isNull = (at: number): boolean => host.mayBe(variants[at]!.schema, null);
  const first = variants.findIndex((_, at) => !isNull(at));
  let index = Math.max(first, 0);

  return {
    kind: "choice",
    get index() {
      return index;
    },
    get node() {
      return nodeAt(index);
    },
    choose(at) {
      if (at === index || !variants[at]) return;
      index = at;
      host.changed();
    },
    read: () => nodeAt(index).read(),
    issues: (path) => nodeAt(index).issues(path),
    fill(value) {
      const likely = variants.flatMap(({ schema }, at) => (host.mayBe(schema, value) ? [at] : []));
      let best: { at: number; node: Node; cost: number } | undefined;
      for (const at of likely.slice(0, MOST_TRIES)) {
        const node = create(at);
        node.fill(value);
        const cost = node.issues([]).length + (node.hasJson ? 1_000 : 0);
        if (!best || cost < best.cost) best = { at, node, cost };
        if (cost === 0) break;
      }
      if (!best) return;
      index = best.at;
      made.set(best.at, best.node);
    },
    touch: () => nodeAt(index).touch(),
    toDraft: () => ({ variant: variants[index]!.title, of: nodeAt(index).toDraft() }),
    fromDraft(draft) {
      if (!isObject(draft)) return;
      const at = variants.findIndex(({ title }) => title === draft["variant"]);
      if (at === -1) return;
      index = at;
      nodeAt(at).fromDraft(draft["of"]);
    },
  };
}
