import type { ReactNode } from "react";
import type { FormField } from "../../form/index.js";
import type { FieldInput } from "../../form/form-types.js";
import { useLocalization } from "../context.js";
import { Select } from "../customizing/native-parts.js";
import { Option } from "./option.js";
import { FieldBox, type FieldProps, useExplained } from "./field-parts.js";

type BooleanField = Extract<FormField, { kind: "boolean" }>;
export type SelectField = Extract<FormField, { kind: "select" }>;

/** Radio buttons for all options, by title. An optional field has one for no answer. */
function Radios(props: {
  readonly of: FieldProps;
  readonly choices: readonly (readonly [title: string, input: FieldInput])[];
  readonly hint?: string | false;
}): ReactNode {
  const { of, choices, hint } = props;
  const { form, field, state, id } = of;
  const explained = useExplained(of, hint);
  const none = [of.leaveOut, undefined] as const;
  return (
    <FieldBox of={of} explained={explained} group="radiogroup">
      <div data-midcall="options">
        {(field.required ? choices : [...choices, none]).map(([title, input], index) => (
          <Option
            key={index}
            type="radio"
            id={index === 0 ? id : undefined}
            name={id}
            title={title}
            none={input === undefined}
            checked={state.input === input}
            onChange={() => form.set(field.name, input)}
          />
        ))}
      </div>
    </FieldBox>
  );
}

/**
 * Radio buttons for yes and no, and for no answer if it is optional. An empty check box could mean "no" or "no answer".
 */
export function BooleanControl(props: FieldProps<BooleanField>): ReactNode {
  const { yes, no, onlyAnswer } = useLocalization().messages;
  const { only } = props.field;
  return (
    <Radios
      of={props}
      hint={only !== undefined && onlyAnswer(only ? yes : no)}
      choices={[
        [yes, true],
        [no, false],
      ]}
    />
  );
}

/** Radio buttons for a few options. */
export function RadioControl(props: FieldProps<SelectField>): ReactNode {
  const { options } = props.field;
  return <Radios of={props} choices={options.map(({ value, title }) => [title, String(value)])} />;
}

/** A native drop-down list, for a moderate number of options. */
export function SelectControl(props: FieldProps<SelectField>): ReactNode {
  const { form, field, state } = props;
  const { messages } = useLocalization();
  const explained = useExplained(props);
  // Options are identified by index, because a value can be any text, including the empty one.
  const chosen = field.options.findIndex(({ value }) => String(value) === state.input);
  return (
    <FieldBox of={props} explained={explained}>
      <div data-midcall="select">
        <Select
          {...explained.control}
          value={chosen}
          onChange={({ currentTarget }) => {
            const option = field.options[Number(currentTarget.value)];
            form.set(field.name, option && String(option.value));
          }}
        >
          <option value={-1}>{field.required ? messages.choose : props.leaveOut}</option>
          {field.options.map(({ title }, index) => (
            <option key={index} value={index} dir="auto">
              {title}
            </option>
          ))}
        </Select>
      </div>
    </FieldBox>
  );
}
