import type { Form, FormState } from "../../form/index.js";

const NOTHING: FormState = {
  fields: [],
  issues: [],
  valid: false,
  dirty: false,
  canSubmit: false,
};

const ignore = (): void => {};

/** Stands for the form of a question that has none, or that cannot be shown yet. It sends nothing. */
export const NO_FORM: Form = {
  fields: [],
  notes: [],
  subscribe: () => ignore,
  getSnapshot: () => NOTHING,
  set: ignore,
  setAll: ignore,
  touch: ignore,
  reset: ignore,
  validate: () => [],
  submit: () => ({ ok: false, issues: [] }),
};
