import type { ReactNode, SyntheticEvent } from "react";
import { offsetAt } from "../../form/time-offset.js";
import { useLocalization } from "../context.js";
import { FieldBox, type FieldProps, useExplained } from "./field-parts.js";
import type { TypedField } from "./text-control.js";
import { toLocal, zoneName } from "./time-zone.js";

/** What a date that was not typed to its end stands for: no date. */
const INCOMPLETE = "?";

/** A day, or a day and a time, with the browser's own picker. */
export function DateControl(props: FieldProps<TypedField>): ReactNode {
  const { form, field, state } = props;
  const { messages, timeZoneOffset } = useLocalization();
  const withTime = field.kind === "date-time";
  const input = typeof state.input === "string" ? state.input : "";
  const value = withTime ? toLocal(timeZoneOffset, input) : input;
  const valid = /^\d{4,}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?$/.test(value);
  const local = withTime && valid ? value : "";
  const explained = useExplained(
    props,
    withTime &&
      messages.timeZone(
        offsetAt(timeZoneOffset, local || new Date().toISOString().slice(0, 19)),
        zoneName(timeZoneOffset),
      ),
  );
  // A date that is not complete has no value and makes no change event; it must not pass for empty.
  const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement>): void => {
    const next = currentTarget.validity.badInput ? INCOMPLETE : currentTarget.value;
    if (next !== (valid ? value : input)) form.set(field.name, next);
  };
  return (
    <FieldBox of={props} explained={explained}>
      <input
        {...explained.control}
        type={withTime ? "datetime-local" : "date"}
        value={valid ? value : ""}
        onChange={read}
        onKeyUp={read}
        onBlur={read}
      />
    </FieldBox>
  );
}
