import type { ReactNode, SyntheticEvent } from "react";
import { offsetAt } from "../../form/time-offset.js";
import { useLocalization } from "../context.js";
import { FieldBox, type FieldProps, useExplained } from "./field-parts.js";
import type { TypedField } from "./text-control.js";
import { isOfZone, toLocal, zoneName } from "./time-zone.js";

/** The input that represents an incomplete date; it is not a valid date. */
const INCOMPLETE = "?";

/** With a maximum, a year has four digits, and the fourth one leads to the next part of the input. */
const LAST_DAY = "9999-12-31";

/** A native date or date-and-time input. */
export function DateControl(props: FieldProps<TypedField>): ReactNode {
  const { form, field, state } = props;
  const { messages, timeZoneOffset } = useLocalization();
  const withTime = field.kind === "date-time";
  const input = typeof state.input === "string" ? state.input : "";
  const value = withTime ? toLocal(timeZoneOffset, input) : input;
  const valid = /^\d{4,}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?$/.test(value);
  const zone = zoneName(timeZoneOffset);
  const sent = typeof state.value === "string" ? state.value : undefined;
  const hint = sent
    ? // UTC has no offset that a name would explain, and a value of the server's may be of another zone.
      messages.sentAs(sent, isOfZone(timeZoneOffset, sent) ? zone : undefined)
    : messages.timeZone(offsetAt(timeZoneOffset, new Date().toISOString().slice(0, 19)), zone);
  const explained = useExplained(props, withTime && hint);
  // An incomplete date has an empty value and fires no change event. It must not be treated as empty.
  const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement>): void => {
    const next = currentTarget.validity.badInput ? INCOMPLETE : currentTarget.value;
    if (next !== (valid ? value : input)) form.set(field.name, next);
  };
  return (
    <FieldBox of={props} explained={explained}>
      <input
        {...explained.control}
        type={withTime ? "datetime-local" : "date"}
        max={withTime ? `${LAST_DAY}T23:59:59.999` : LAST_DAY}
        value={valid ? value : ""}
        onChange={read}
        onKeyUp={read}
        onBlur={read}
      />
    </FieldBox>
  );
}
