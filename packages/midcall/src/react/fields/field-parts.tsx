import type { ReactNode } from "react";
import { type Form, type FormField } from "../../form/index.js";
import { type FieldState } from "../../form/form-types.js";
import { limitsOf } from "../../form/limits-of.js";
import { useLocalization } from "../context.js";
import { LongText } from "./long-text.js";
import { issueText } from "../messages.js";

/** What the control of one field is given. */
export interface FieldProps<F extends FormField = FormField> {
  readonly form: Form;
  readonly field: F;
  readonly state: FieldState;
  /** Of the control, or the first of several. */
  readonly id: string;
  /** It seems to ask for a secret. */
  readonly secret: boolean;
}

/** How a field is explained, and by which elements. */
export interface Explained {
  readonly texts: ReactNode;
  /** What every single control has. */
  readonly control: {
    readonly id: string;
    readonly "data-midcall": "control";
    readonly "aria-required": boolean;
    readonly "aria-invalid": true | undefined;
    readonly "aria-describedby": string | undefined;
  };
}

/** Error, hints and description of a field, in the order they are heard. */
export function useExplained(props: FieldProps, hint?: string | false): Explained {
  const { field, state, id, secret } = props;
  const { messages } = useLocalization();
  const error = state.error !== undefined && state.issue && issueText(messages, state.issue, field);
  const limits = limitsOf(field).map((limit) => issueText(messages, limit, field));
  const shown = [secret && messages.secretField, ...limits, hint]
    // What is wrong is not said twice.
    .filter((text) => text && text !== error)
    .join(" ");
  const ids = [
    error && `${id}-error`,
    shown && `${id}-hint`,
    field.description && `${id}-description`,
  ].filter(Boolean);
  return {
    control: {
      id,
      "data-midcall": "control",
      "aria-required": field.required,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": ids.join(" ") || undefined,
    },
    texts: (
      <>
        {field.description && (
          <LongText id={`${id}-description`} part="description" text={field.description} />
        )}
        {shown && (
          <p id={`${id}-hint`} data-midcall="hint">
            {shown}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} data-midcall="error">
            {error}
          </p>
        )}
      </>
    ),
  };
}

/** The label of a field, and in words whether it has to be filled in. */
export function LabelText({ field }: { readonly field: FormField }): ReactNode {
  const { messages } = useLocalization();
  return (
    <>
      <span data-midcall="label-text" dir="auto">
        {field.label}
      </span>{" "}
      <span data-midcall="need">{field.required ? messages.required : messages.optional}</span>
    </>
  );
}

/** A field: label, explanation, and one control or a group of them. */
export function FieldBox(props: {
  readonly of: FieldProps;
  readonly explained: Explained;
  readonly group?: "group" | "radiogroup";
  readonly children: ReactNode;
}): ReactNode {
  const { of, explained, group, children } = props;
  const { field, id } = of;
  const { "aria-describedby": by, "aria-invalid": invalid } = explained.control;
  const [Box, Label] = group ? (["fieldset", "legend"] as const) : (["div", "label"] as const);
  return (
    <Box
      role={group}
      data-midcall="field"
      data-kind={field.kind}
      data-name={field.name}
      data-invalid={invalid}
      aria-describedby={group && by}
      {...(group === "radiogroup" && { "aria-required": field.required, "aria-invalid": invalid })}
    >
      <Label data-midcall="label" {...(!group && { htmlFor: id })}>
        <LabelText field={field} />
      </Label>
      {explained.texts}
      {children}
    </Box>
  );
}
