import type { ChangeEvent } from "react";
import type { FieldInput, FieldState } from "../../form/form-types.js";
import type { Form, FormOptions } from "../../form/index.js";
import { dateProps, textProps } from "../fields/control-props.js";
import type { UsedElicitation } from "./used-elicitation.js";

type Getters = Pick<
  UsedElicitation,
  | "getLabelProps"
  | "getFieldProps"
  | "getOptionProps"
  | "getGroupProps"
  | "getChoiceProps"
  | "getDescriptionProps"
  | "getErrorProps"
>;

interface Around {
  readonly form: Form;
  readonly fields: readonly FieldState[];
  /** The prefix of all ids. */
  readonly id: string;
  readonly secretFields: readonly string[];
  readonly locale: string | undefined;
  readonly timeZoneOffset: FormOptions["timeZoneOffset"];
}

/** The id of a field's control, or of the first one of its group. */
export const controlId = (id: string, index: number): string => `${id}-${index}`;

/** The position of a choice in its group, so that ids depend on no text of a server's. */
function positionOf({ field }: FieldState, value: FieldInput | number): number {
  if (value === undefined) return -1;
  if ("options" in field) {
    return field.options.findIndex((option) => String(option.value) === String(value));
  }
  return value ? 0 : 1;
}

/** The prop getters of the fields. They act on the form of the current question only. */
export function controlGetters(around: Around): Getters {
  const { form, fields, id, secretFields, locale, timeZoneOffset } = around;
  const find = (name: string): [state: FieldState, id: string] => {
    const index = fields.findIndex(({ field }) => field.name === name);
    const state = fields[index];
    if (!state) throw new RangeError(`This question has no field ${JSON.stringify(name)}.`);
    return [state, controlId(id, index)];
  };
  const describedBy = ({ field, error }: FieldState, own: string): object => ({
    "aria-required": field.required,
    "aria-invalid": error !== undefined || undefined,
    "aria-describedby":
      [error !== undefined && `${own}-error`, field.description && `${own}-description`]
        .filter(Boolean)
        .join(" ") || undefined,
  });
  return {
    getLabelProps(name) {
      const [{ field }, own] = find(name);
      const isGroup = field.kind === "boolean" || field.kind === "multi-select";
      return { id: `${own}-label`, ...(!isGroup && { htmlFor: own }) };
    },
    getDescriptionProps: (name) => ({ id: `${find(name)[1]}-description` }),
    getErrorProps: (name) => ({ id: `${find(name)[1]}-error` }),
    getFieldProps(name) {
      const [state, own] = find(name);
      const { field, input } = state;
      const common = { id: own, ...describedBy(state, own) };
      switch (field.kind) {
        case "select":
          return {
            ...common,
            // A value can be any text, including the empty one.
            value: input === undefined ? -1 : positionOf(state, input),
            onChange({ currentTarget }: ChangeEvent<HTMLSelectElement>) {
              const option = field.options[Number(currentTarget.value)];
              form.set(name, option && String(option.value));
            },
          };
        case "date":
        case "date-time":
          return {
            ...common,
            ...(dateProps(form, field, input, timeZoneOffset) as {
              value: string;
              onChange: () => void;
            }),
          };
        case "boolean":
        case "multi-select":
        case "unsupported":
          throw new RangeError(
            `The field ${JSON.stringify(name)} is of the kind “${field.kind}”: use getGroupProps and getChoiceProps.`,
          );
        default: {
          const { type, ...text } = textProps(
            form,
            field,
            input,
            secretFields.includes(name),
            locale,
          );
          const several = field.multiline || text.value.includes("\n");
          return {
            ...common,
            ...(text as { value: string; onChange: () => void }),
            ...(!several && { type }),
          };
        }
      }
    },
    getOptionProps: (_, index) => ({ value: index }),
    getGroupProps(name) {
      const [state, own] = find(name);
      const { "aria-describedby": by, ...rest } = describedBy(state, own) as Record<string, never>;
      const isRadio = state.field.kind !== "multi-select";
      return {
        role: isRadio ? "radiogroup" : "group",
        "aria-labelledby": `${own}-label`,
        "aria-describedby": by,
        ...(isRadio && rest),
      };
    },
    getChoiceProps(name, value) {
      const [state, own] = find(name);
      const { field, input } = state;
      const position = positionOf(state, value);
      const choice = typeof value === "number" ? String(value) : value;
      const common = { id: position === 0 ? own : `${own}-${position}`, name: own };
      if (field.kind !== "multi-select") {
        const onChange = (): void => form.set(name, choice);
        return { ...common, type: "radio", checked: input === choice, onChange };
      }
      const chosen = Array.isArray(input) ? (input as readonly string[]) : [];
      return {
        ...common,
        type: "checkbox",
        checked: chosen.includes(String(choice)),
        // Values are in the order in which they were chosen, as in the form itself.
        onChange({ currentTarget: { checked } }) {
          const others = chosen.filter((item) => item !== choice);
          form.set(name, checked ? [...others, String(choice)] : others);
        },
      };
    },
  };
}
