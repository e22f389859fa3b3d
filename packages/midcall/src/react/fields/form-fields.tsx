import { memo, type ReactNode, useId } from "react";
import type { Form, FormField, FormIssue } from "../../form/index.js";
import type { FieldState } from "../../form/form-types.js";
import { CheckboxControl } from "./checkbox-control.js";
import { BooleanControl, RadioControl, SelectControl } from "./choice-control.js";
import { ComboboxControl } from "./combobox-control.js";
import { useAttributes, useLocalization } from "../context.js";
import type { ElementAttributes } from "../customizing/attributes.js";
import { ErrorSummary, type Problem } from "../components/error-summary.js";
import { type FieldProps, LabelText } from "./field-parts.js";
import { LongText } from "./long-text.js";
import { issueText } from "../messages.js";
import { DateControl } from "./date-control.js";
import { TextControl } from "./text-control.js";
import { type FailedSubmit, useFormState } from "../hooks/use-form.js";

/**
 * Up to `FEW` options are shown as radio buttons, up to the next limit in a native list; longer lists are searched. In
 * the only field of a form, up to the next limit are radio buttons, too.
 */
const FEW = 7;
const SOME = 15;
/** Length to which a label is cut in the error summary. */
const SHORT = 80;

/** Properties of {@link FormFields}. */
export interface FormFieldsProps extends ElementAttributes {
  /** The form, created with `createForm` of `midcall/form`. */
  readonly form: Form;
  /** The errors of the last attempt to submit, from {@link useForm}. */
  readonly failed?: FailedSubmit | undefined;
  /** Names of fields to warn about: `question.secretFields`. */
  readonly secretFields?: readonly string[] | undefined;
  /** The words of the choice that leaves a field out. Default: those of the provider for no answer. */
  readonly leaveOut?: string | undefined;
}

function Unsupported(props: FieldProps<Extract<FormField, { kind: "unsupported" }>>): ReactNode {
  const { field, id } = props;
  const { messages } = useLocalization();
  return (
    <div id={id} tabIndex={-1} data-midcall="field" data-kind={field.kind} data-name={field.name}>
      <p data-midcall="label">
        <LabelText field={field} />
      </p>
      {field.description && <LongText part="description" text={field.description} />}
      <p data-midcall="note">{messages.unsupported(field.reason)}</p>
    </div>
  );
}

// Memoised: a field is rendered again only if it has changed.
const Field = memo(function Field(props: {
  readonly form: Form;
  readonly state: FieldState;
  readonly id: string;
  readonly secret: boolean;
  readonly alone: boolean;
  readonly leaveOut: string;
}): ReactNode {
  const { alone } = props;
  const { field } = props.state;
  switch (field.kind) {
    case "unsupported":
      return <Unsupported {...props} field={field} />;
    case "boolean":
      return <BooleanControl {...props} field={field} />;
    case "multi-select":
      return <CheckboxControl {...props} field={field} />;
    case "select": {
      const { length } = field.options;
      const Control =
        length <= (alone ? SOME : FEW)
          ? RadioControl
          : length <= SOME
            ? SelectControl
            : ComboboxControl;
      return <Control {...props} field={field} />;
    }
    case "date":
    case "date-time":
      return <DateControl {...props} field={field} />;
    default:
      return <TextControl {...props} field={field} />;
  }
});

/**
 * The fields of a form, each with label, explanation, control and error, below a summary of the errors. It renders
 * neither `<form>` nor buttons. A provider is optional; it supplies the texts.
 *
 * @example
 * ```tsx
 * const form = useMemo(() => createForm(tool.inputSchema), [tool]);
 * <FormFields form={form} />;
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export function FormFields(props: FormFieldsProps): ReactNode {
  const { messages } = useLocalization();
  const { form, failed, secretFields = [], leaveOut = messages.noAnswer, ...attributes } = props;
  const { fields, issues, canSubmit } = useFormState(form);
  const id = useId();
  const idOf = (index: number): string => `${id}-${index}`;
  const problemOf = (issue: FormIssue): Problem => {
    const index = fields.findIndex(({ field }) => field.name === issue.field);
    const { field, issue: found } = fields[index] ?? {};
    const text = issueText(messages, issue, field);
    // An empty name may be the name of a field, or stand for the whole form.
    if (!field || (issue.field === "" && found?.code !== issue.code)) return { text };
    return { text: messages.problem(field.label.slice(0, SHORT), text), target: idOf(index) };
  };
  return (
    <div {...useAttributes("fields", attributes)}>
      {failed && <ErrorSummary failed={failed} problemOf={problemOf} />}
      {issues.map((issue, index) => (
        <p key={index} data-midcall="note">
          {issueText(messages, issue, undefined)}
        </p>
      ))}
      {!canSubmit && issues.length === 0 && <p data-midcall="note">{messages.cannotSubmit}</p>}
      {fields.map((state, index) => (
        <Field
          key={index}
          form={form}
          state={state}
          id={idOf(index)}
          secret={secretFields.includes(state.field.name)}
          alone={fields.length === 1}
          leaveOut={leaveOut}
        />
      ))}
    </div>
  );
}
