import type { ReactNode } from "react";
import type { Form, FormField, FormIssue } from "../../form/index.js";
import { type FieldState } from "../../form/form-types.js";
import { useLocalization } from "../context.js";
import { limitTexts } from "../../form/limit-texts.js";
import { LongText } from "./long-text.js";
import { issueText } from "../messages.js";

/** Properties of the control of a field. */
export interface FieldProps<F extends FormField = FormField> {
  readonly form: Form;
  readonly field: F;
  readonly state: FieldState;
  /** The `id` of the control, or of the first one in a group. */
  readonly id: string;
  /** Whether the field seems to ask for a secret. */
  readonly secret: boolean;
  /** The words of the choice that leaves the field out. */
  readonly leaveOut: string;
}

/** The explanations of a field, and the attributes that refer to their elements. */
export interface Explained {
  readonly texts: ReactNode;
  /** Attributes for every control. */
  readonly control: {
    readonly id: string;
    readonly "data-midcall": "control";
    readonly "aria-required": boolean;
    readonly "aria-invalid": true | undefined;
    readonly "aria-describedby": string | undefined;
  };
}

/** Error, hints and description of a field, in the order in which screen readers read them. */
export function useExplained(props: FieldProps, hint?: string | false): Explained {
  const { field, state, id, secret } = props;
  const { messages } = useLocalization();
  const textOf = (issue: FormIssue): string => issueText(messages, issue, field);
  const error = state.error !== undefined && state.issue && textOf(state.issue);
  const shown = [secret && messages.secretField, ...limitTexts(state, messages, textOf), hint]
    // A hint that repeats the error is omitted.
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

/** The label of a field, with a text that says whether it is required. */
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

/** A field: its label, its explanations, and a control or a group of controls. */
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
