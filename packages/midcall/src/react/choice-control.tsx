import type { ReactNode } from "react";
import type { FormField } from "../form/index.js";
import { useWording } from "./context.js";
import { Option } from "./option.js";
import { FieldBox, type FieldProps, useExplained } from "./field-parts.js";

type BooleanField = Extract<FormField, { kind: "boolean" }>;
export type SelectField = Extract<FormField, { kind: "select" }>;

interface Choice {
  readonly title: string;
  readonly chosen: boolean;
  readonly choose: () => void;
}

/** Options that are all seen at once. */
function Radios(props: {
  readonly of: FieldProps;
  readonly choices: readonly Choice[];
}): ReactNode {
  const { of, choices } = props;
  const explained = useExplained(of);
  return (
    <FieldBox of={of} explained={explained} group="radiogroup">
      <div data-midcall="options">
        {choices.map(({ title, chosen, choose }, index) => (
          <Option
            key={index}
            type="radio"
            id={index === 0 ? of.id : undefined}
            name={of.id}
            title={title}
            checked={chosen}
            onChange={choose}
          />
        ))}
      </div>
    </FieldBox>
  );
}

/** Yes, no, or no answer at all: an empty check box could mean either of the last two. */
export function BooleanControl(props: FieldProps<BooleanField>): ReactNode {
  const { form, field, state } = props;
  const { messages } = useWording();
  const choice = (title: string, value: boolean | undefined): Choice => ({
    title,
    chosen: state.input === value,
    choose: () => form.set(field.name, value),
  });
  const choices = [choice(messages.yes, true), choice(messages.no, false)];
  if (!field.required) choices.push(choice(messages.noAnswer, undefined));
  return <Radios of={props} choices={choices} />;
}

/** One of a few options. */
export function RadioControl(props: FieldProps<SelectField>): ReactNode {
  const { form, field, state } = props;
  const { messages } = useWording();
  const choices = field.options.map(({ value, title }) => ({
    title,
    chosen: state.input === String(value),
    choose: () => form.set(field.name, String(value)),
  }));
  if (!field.required) {
    choices.push({
      title: messages.noAnswer,
      chosen: state.input === undefined,
      choose: () => form.set(field.name, undefined),
    });
  }
  return <Radios of={props} choices={choices} />;
}

/** One of some more options, in the browser's own list. */
export function SelectControl(props: FieldProps<SelectField>): ReactNode {
  const { form, field, state } = props;
  const { messages } = useWording();
  const explained = useExplained(props);
  // By number: any text can be a value, the empty one too.
  const chosen = field.options.findIndex(({ value }) => String(value) === state.input);
  return (
    <FieldBox of={props} explained={explained}>
      <div data-midcall="select">
        <select
          {...explained.control}
          value={chosen}
          onChange={({ currentTarget }) => {
            const option = field.options[Number(currentTarget.value)];
            form.set(field.name, option && String(option.value));
          }}
        >
          <option value={-1}>{field.required ? messages.choose : messages.noAnswer}</option>
          {field.options.map(({ title }, index) => (
            <option key={index} value={index}>
              {title}
            </option>
          ))}
        </select>
      </div>
    </FieldBox>
  );
}
