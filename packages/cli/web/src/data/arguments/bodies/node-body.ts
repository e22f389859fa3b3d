import type { Body, BodyHost } from "../node-contracts.js";
import { type ChoiceBody, createChoiceBody } from "./choice-body.js";
import { createFieldBody, type FieldBody } from "./field-body.js";
import { createGroupBody, type GroupBody } from "./group-body.js";
import { createListBody, type ListBody } from "./list-body.js";

/** A value that the schema gives. */
export interface ConstantBody extends Body {
  readonly kind: "constant";
}

export type NodeBody = FieldBody | GroupBody | ListBody | ChoiceBody | ConstantBody;

/** Creates what is in a node, by the shape of its value. */
export function createNodeBody(host: BodyHost): NodeBody {
  const { shape } = host;
  switch (shape.kind) {
    case "field":
      return createFieldBody(host as BodyHost<typeof shape>);
    case "group":
      return createGroupBody(host as BodyHost<typeof shape>);
    case "list":
      return createListBody(host as BodyHost<typeof shape>);
    case "choice":
      return createChoiceBody(host as BodyHost<typeof shape>);
    default:
      return createConstantBody(shape.kind === "constant" ? shape.value : null);
  }
}

function createConstantBody(value: unknown): ConstantBody {
  return {
    kind: "constant",
    read: () => ({ value }),
    issues: () => [],
    fill: () => {},
    touch: () => {},
    toDraft: () => ({}),
    fromDraft: () => {},
  };
}
