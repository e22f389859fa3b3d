import { isObject } from "../internal/is-object.js";
import { assertOptions } from "../internal/assert-options.js";
import { ownValue, setOwn } from "../schema/convert/json-copy.js";
import type { JsonObject } from "../schema/convert/json-copy.js";
import { copyOf } from "../schema/validate/copy-of.js";
import { readForeignSchema } from "../schema/parse/lenient-schema.js";
import type { ElicitContent } from "../schema/requested-schema.js";
import { toInput } from "./coerce.js";
import { describeField } from "./describe-field.js";
import { fieldState, holdValue, touchedState } from "./field-state.js";
import type {
  FieldInput,
  FieldState,
  Form,
  FormIssue,
  FormOptions,
  FormState,
} from "./form-types.js";
import { createIssue } from "./issues.js";

const alike = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/**
 * Creates the model of a form for a `requestedSchema`, without a user interface: the input of its fields, its issues,
 * and the content to send. It is an external store (`useSyncExternalStore(form.subscribe, form.getSnapshot)`) whose
 * snapshots share unchanged objects.
 *
 * What the user sees is what is sent: defaults apply until they are edited (including `0`, `""` and `false`), an empty
 * optional field is left out, and a boolean has no answer until one is chosen. Texts from the server are made safe to
 * show.
 *
 * It never throws, whatever the server sent. A field that cannot be shown is an `unsupported` field. `canSubmit` is
 * false if such a field is required, if no field can be shown, or if the schema is not a form.
 *
 * @param requestedSchema - the schema as it was received
 * @param options - initial values, texts and time zone
 * @returns the form
 *
 * @example
 * ```ts
 * const form = createForm({
 *   type: "object",
 *   properties: { seats: { type: "integer", minimum: 1 }, note: { type: "string" } },
 *   required: ["seats"],
 * });
 * form.set("seats", "0");
 * form.submit(); // { ok: false, issues: [{ field: "seats", code: "minimum", message: "Enter 1 or more.", … }] }
 * form.set("seats", "2");
 * form.submit(); // { ok: true, content: { seats: 2 } }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export function createForm(requestedSchema: unknown, options: FormOptions = {}): Form {
  assertOptions<FormOptions>("createForm", options, {
    previous: "any",
    reason: "string",
    messages: "function",
    timeZoneOffset: ["string", "function"],
  });
  const read = readForeignSchema(requestedSchema);
  const schema = "refusal" in read ? undefined : read;
  const fields = schema ? schema.fields.map(describeField) : [];
  const formIssue = (code: FormIssue["code"], message?: string): FormIssue[] => [
    createIssue({ field: "", code, ...(message && { message }) }, undefined, options.messages),
  ];
  // A form without fields asks for confirmation. A form with only unsupported fields cannot be shown.
  const hidden =
    !schema || (fields.length && fields.every(({ kind }) => kind === "unsupported"))
      ? formIssue("unsupported")
      : [];
  const canSubmit =
    !hidden.length && !fields.some(({ kind, required }) => kind === "unsupported" && required);

  const filled = (content: JsonObject): FieldState[] =>
    fields.map((field) => holdValue(field, ownValue(content, field.name), options));
  const presets = fields.map((field) =>
    holdValue(field, "default" in field ? field.default : undefined, options),
  );
  const opened = isObject(options.previous) ? filled(options.previous) : presets;
  const listeners = new Set<() => void>();
  let reason = options.reason ? formIssue("reason", options.reason) : [];
  let states: readonly FieldState[] = opened;
  const snapshotOf = (): FormState => ({
    fields: states,
    issues: [...reason, ...hidden],
    valid: canSubmit && !states.some(({ issue }) => issue),
    dirty: states.some(({ dirty }) => dirty),
    canSubmit,
  });
  let snapshot = snapshotOf();

  const become = (next: readonly FieldState[], stillReason: FormIssue[]): void => {
    const kept = next.map((state, index) => {
      const old = states[index]!;
      const parts = ["input", "value", "touched"] as const;
      if (parts.every((part) => alike(state[part], old[part]))) return old;
      return { ...state, dirty: !alike(state.input, opened[index]!.input) };
    });
    if (stillReason === reason && kept.every((state, index) => state === states[index])) return;
    reason = stillReason;
    states = kept;
    snapshot = snapshotOf();
    for (const listener of [...listeners]) listener();
  };
  const change = (next: readonly FieldState[]): void => become(next, reason.length ? [] : reason);
  const touch = (name?: string): void =>
    become(
      states.map((state) =>
        name === undefined || name === state.field.name ? touchedState(state) : state,
      ),
      reason,
    );
  const validate = (): readonly FormIssue[] => {
    touch();
    return [...hidden, ...states.flatMap(({ issue }) => issue ?? [])];
  };
  const edited = (state: FieldState, preset: FieldState, given: FieldInput): FieldState => {
    const input = toInput(state.field, given);
    if (given !== undefined && alike(input, state.input)) return state;
    // Input that equals the initial one restores the initial value, even if that is an empty text.
    const back = given !== undefined && alike(input, preset.input);
    const next = fieldState(state.field, input, back ? preset.value : undefined, options);
    return state.touched ? touchedState(next) : next;
  };

  return {
    fields,
    notes: "refusal" in read ? [read.refusal] : read.notes,
    getSnapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set: (name, input) =>
      change(
        states.map((state, index) =>
          state.field.name === name ? edited(state, presets[index]!, input) : state,
        ),
      ),
    setAll: (content) => change(filled(isObject(content) ? content : {})),
    touch,
    reset: () => change(opened),
    validate,
    submit: () => {
      const issues = validate();
      if (issues.length) return { ok: false, issues };
      const content: ElicitContent = {};
      for (const { field, value } of states) {
        if (value !== undefined) setOwn(content, field.name, copyOf(value));
      }
      return { ok: true, content };
    },
  };
}
