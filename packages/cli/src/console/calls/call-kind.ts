import type { CallKind } from "../views/api-types.js";

const METHODS: Readonly<Record<CallKind, string>> = {
  tool: "tools/call",
  prompt: "prompts/get",
  resource: "resources/read",
};

/** Every kind of call. */
export const CALL_KINDS: readonly CallKind[] = ["tool", "prompt", "resource"];

/** The method of a kind of call. */
export const methodOf = (kind: CallKind): string => METHODS[kind];

/** The kind of call of a method; `undefined` for all other methods. */
export const kindOf = (method: unknown): CallKind | undefined =>
  CALL_KINDS.find((kind) => METHODS[kind] === method);
