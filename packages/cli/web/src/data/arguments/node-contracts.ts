import type { Shape } from "./shape.js";

/** Where a value stands among the arguments. */
export interface Slot {
  /** The name of the property, or an empty string for an item. */
  readonly name: string;
  readonly schema: unknown;
  /** Whether there must be a value: required properties, items, and values of rows. */
  readonly required: boolean;
  /** A label in place of the title, such as "Item 2". */
  readonly label?: string | undefined;
}

/** A value that is not as the schema wants it. */
export interface ArgumentIssue {
  /** The id of the node, for the focus. */
  readonly node: string;
  /** The labels on the way to it. */
  readonly path: readonly string[];
  readonly text: string;
  /** Whether there is nothing that could be sent: the text is not JSON, or two members share a name. */
  readonly unsendable: boolean;
}

/** A value, or none. */
export interface Reading {
  readonly value?: unknown;
}

/** What is in a node while it is shown as a form. */
export interface Body {
  /** What would be sent, valid or not. Without `value`: it is left out. */
  read(): Reading;
  /** The issues in it. @param path - the labels on the way to it */
  issues(path: readonly string[]): readonly ArgumentIssue[];
  /** Takes over a value as far as it can; the node looks whether it could. */
  fill(value: unknown): void;
  /** Shows the errors of fields that have not been visited yet. */
  touch(): void;
  /** What was entered, half-typed text included, as JSON. */
  toDraft(): unknown;
  /** Takes over a draft; parts that no longer fit are ignored. */
  fromDraft(draft: unknown): void;
  /** Called when the node has another label. */
  relabel?(): void;
}

/** What bodies need of the node they belong to. */
export interface BodyHost<S extends Shape = Shape> {
  readonly id: string;
  readonly shape: S;
  readonly slot: Slot;
  readonly label: string;
  readonly depth: number;
  /** Creates a node below this one. */
  create(slot: Slot): Node;
  /** Tells the user interface that something has changed. */
  changed(): void;
  /** Whether a value may be one of a schema, as far as its first level tells. */
  mayBe(schema: unknown, value: unknown): boolean;
}

/** The part of a node that bodies use. */
export interface Node {
  readonly id: string;
  readonly slot: Slot;
  readonly shape: Shape;
  readonly label: string;
  readonly mode: "absent" | "form" | "json";
  read(): Reading;
  issues(path: readonly string[]): readonly ArgumentIssue[];
  fill(value: unknown): void;
  clear(): void;
  touch(): void;
  toDraft(): unknown;
  fromDraft(draft: unknown): void;
  relabel(label: string): void;
  /** Whether a part of it is shown as JSON. */
  readonly hasJson: boolean;
}
