import { createForm } from "midcall/form";
import { createNodeBody, type NodeBody } from "./bodies/node-body.js";
import { isObject, isSame, type JsonObject, parseText, setOwn, toText } from "./json-data.js";
import type { ArgumentIssue, BodyHost, Node, Reading, Slot } from "./node-contracts.js";
import { mayBe, readShape } from "./read-shape.js";
import { holdsSecretField, holdsSecretName, isSecretField } from "./secret-names.js";
import type { Shape } from "./shape.js";
import { actIn, buildIn, type TreeScope } from "./tree-scope.js";
import { t } from "../../messages/text.js";

/** Objects and lists in each other. Below, values are JSON. */
const DEEPEST = 16;
/** Required objects and lists in each other that are there from the start; the next ones are added by the user. */
const MOST_LEVELS = 3;

/** One value among the arguments, with everything below it. It is an external store. */
export class ArgumentNode implements Node, BodyHost {
  readonly id: string;
  readonly slot: Slot;
  readonly shape: Shape;
  readonly depth: number;
  readonly #scope: TreeScope;
  readonly #listeners = new Set<() => void>();
  #mode: "absent" | "form" | "json" = "form";
  #body: NodeBody | undefined;
  #text = "";
  #label: string;
  #version = 0;
  #isTouched = false;
  #level: number;

  /** @param level - how many nodes around it are there only because they are required */
  constructor(slot: Slot, scope: TreeScope, depth: number, level = 0) {
    this.slot = slot;
    this.depth = depth;
    this.#level = level;
    this.#scope = scope;
    this.id = `${scope.prefix}-${(scope.serial += 1)}`;
    const isTooMuch = depth > DEEPEST || (scope.left -= 1) < 0;
    const position = { root: scope.root, required: slot.required, top: depth === 0 };
    this.shape = isTooMuch
      ? { kind: "json", examples: [], why: t("It is nested too deeply for a form.") }
      : readShape(slot.schema, position);
    this.#label = labelOf(slot, this.shape);
    this.#start();
    const { preset } = this.shape;
    // A default of null says what happens when the value is left out.
    const isTold = preset === undefined || (preset === null && this.isOptional);
    if (this.shape.kind !== "field" && !isTold) this.fill(preset);
  }

  get label(): string {
    return this.#label;
  }

  /** `absent`: it is left out. `json`: it is entered as JSON. */
  get mode(): "absent" | "form" | "json" {
    return this.#mode;
  }

  /** The JSON, valid or not. */
  get text(): string {
    return this.#text;
  }

  /** Whether it can be left out with one action; a field is left out by being empty. */
  get isOptional(): boolean {
    return !this.slot.required && this.shape.kind !== "field" && this.shape.kind !== "json";
  }

  /** Whether it is typed into one field and seems to be a secret, which is kept nowhere. */
  get isSecret(): boolean {
    const { shape, slot } = this;
    if (shape.kind !== "field" || !isSecretField(slot.name, shape.schema)) return false;
    return /^(?:text|email|uri|integer|number)$/.test(kindOf(this.#open()));
  }

  get body(): NodeBody | undefined {
    return this.#mode === "form" ? this.#open() : undefined;
  }

  get hasJson(): boolean {
    if (this.#mode === "json") return true;
    const { body } = this;
    if (body?.kind === "list") return body.items.some((item) => item.hasJson);
    if (body?.kind === "choice") return body.node.hasJson;
    if (body?.kind !== "group") return false;
    return [...body.fields, ...body.rows.map(({ node }) => node)].some(
      (node) => node.hasJson && "value" in node.read(),
    );
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** A number that grows with every change of this node, but not with those of its fields and parts. */
  readonly version = (): number => this.#version;

  create(slot: Slot): ArgumentNode {
    return new ArgumentNode(slot, this.#scope, this.depth + 1, this.#level + 1);
  }

  readonly changed = (): void => {
    this.#version += 1;
    for (const listener of [...this.#listeners]) listener();
    if (this.#scope.building === 0) this.#scope.onChange();
  };

  mayBe(schema: unknown, value: unknown): boolean {
    return mayBe(schema, value, this.#scope.root);
  }

  /** Runs an action of the user, which may create a limited number of nodes. */
  act<T>(action: () => T): T {
    return actIn(this.#scope, action);
  }

  /** Leaves it out, even if it is required. */
  clear(): void {
    this.#start();
    if (this.shape.kind === "field") this.#open().fill(undefined);
    else if (this.shape.kind !== "json") this.#mode = "absent";
    this.changed();
  }

  #start(): void {
    this.#text = "";
    this.#body = undefined;
    const { kind } = this.shape;
    const isSmall = kind === "field" || kind === "constant";
    const isTooMuch =
      !isSmall &&
      (this.#level > MOST_LEVELS || (!this.isOptional && (this.#scope.leftAtStart -= 1) < 0));
    this.#mode = kind === "json" ? "json" : this.isOptional || isTooMuch ? "absent" : "form";
  }

  /** What is in it, created when it is needed for the first time. */
  #open(): NodeBody {
    return (this.#body ??= buildIn(this.#scope, () => createNodeBody(this)));
  }

  /** Adds an optional value. */
  add(): void {
    this.act(() => {
      this.#mode = "form";
      this.#level = 0;
      const body = this.#open();
      if (body.kind === "list" && body.items.length === 0) body.add();
    });
    this.changed();
  }

  /** Leaves an optional value out. What was entered stays until the page is closed. */
  leaveOut(): void {
    this.#mode = "absent";
    this.changed();
  }

  /** Switches to JSON, with the current value. */
  toJson(): void {
    const given = this.read();
    this.#text = "value" in given ? toText(given.value) : "";
    this.#mode = "json";
    this.#isTouched = false;
    this.changed();
  }

  setText(text: string): void {
    this.#text = text;
    this.changed();
  }

  /** Switches from JSON to the form, with the current value. @returns why it cannot */
  toForm(): string | undefined {
    const parsed = parseText(this.#text);
    if (!parsed.ok) return parsed.problem;
    return this.act(() => {
      if (!("value" in parsed)) {
        this.clear();
        if (this.#mode === "absent") this.add();
        return undefined;
      }
      if (!this.#fillForm(parsed.value))
        return t("This value does not fit the fields of the form.");
      this.changed();
      return undefined;
    });
  }

  fill(value: unknown): void {
    this.act(() => {
      if (this.#fillForm(value)) return;
      this.#mode = "json";
      this.#text = toText(value);
    });
    this.changed();
  }

  read(): Reading {
    if (this.#mode === "form") return this.#open().read();
    if (this.#mode === "absent") return {};
    const parsed = parseText(this.#text);
    return parsed.ok && "value" in parsed ? { value: parsed.value } : {};
  }

  issues(path: readonly string[]): readonly ArgumentIssue[] {
    if (this.#mode === "form") return this.#open().issues(path);
    if (this.#mode === "absent" && this.slot.required) {
      return [{ node: this.id, path, text: t("Add it."), unsendable: false }];
    }
    const problem = this.#jsonProblem();
    if (problem === undefined) return [];
    const unsendable = this.#text.trim() !== "";
    return [{ node: this.id, path, text: problem, unsendable }];
  }

  /** What is wrong with the JSON, once the user has tried to use it. */
  get problem(): string | undefined {
    return this.#isTouched ? this.#jsonProblem() : undefined;
  }

  touch(): void {
    this.#isTouched = true;
    if (this.#mode === "form") this.#open().touch();
    else this.changed();
  }

  relabel(label: string): void {
    if (label === this.#label) return;
    this.#label = label;
    if (this.#body?.kind === "field") this.#body.relabel?.();
    this.changed();
  }

  toDraft(): unknown {
    if (this.#mode === "absent") return null;
    if (this.#mode === "json") {
      const isSecret = holdsSecretName(this.#text) || holdsSecretField(this.#text, this.shape);
      return { json: isSecret ? "" : this.#text };
    }
    if (this.isSecret) return null;
    return { form: this.#open().toDraft() };
  }

  fromDraft(draft: unknown): void {
    this.act(() => {
      if (draft === null && !/^(?:field|json)$/.test(this.shape.kind)) this.#mode = "absent";
      if (!isObject(draft)) return;
      const { json, form } = draft;
      if (typeof json === "string") {
        this.#mode = "json";
        this.#text = json;
      } else if (this.shape.kind !== "json" && form !== undefined) {
        this.#mode = "form";
        this.#level = 0;
        this.#open().fromDraft(form);
      }
    });
    this.changed();
  }

  #jsonProblem(): string | undefined {
    if (this.#mode !== "json") return undefined;
    const parsed = parseText(this.#text);
    if (!parsed.ok) return parsed.problem;
    return "value" in parsed || !this.slot.required ? undefined : t("Enter a value as JSON.");
  }

  /** Shows a value in the form if all of it can be shown there. */
  #fillForm(value: unknown): boolean {
    if (this.shape.kind === "json" || this.#scope.left < 0) return false;
    const level = this.#level;
    this.#level = 0;
    const body = buildIn(this.#scope, () => createNodeBody(this));
    buildIn(this.#scope, () => body.fill(value));
    const given = body.read();
    if (!("value" in given) || !isSame(given.value, value)) {
      this.#level = level;
      return false;
    }
    this.#body = body;
    this.#mode = "form";
    return true;
  }
}

/** The kind of the field; empty for what is not one field. */
const kindOf = (body: NodeBody): string =>
  body.kind === "field" ? (body.form.fields[0]?.kind ?? "") : "";

/** The label, by the same rule as that of a field. */
function labelOf({ name, label }: Slot, { title }: Shape): string {
  if (label !== undefined) return label;
  const properties: JsonObject = {};
  setOwn(properties, name, { type: "string", title });
  return createForm({ type: "object", properties }).fields[0]?.label ?? name;
}
