import type { ReactNode } from "react";
import { offsetAt } from "../../form/time-offset.js";
import { isOfZone, zoneName } from "../../form/local-time.js";
import { useLocalization } from "../context.js";
import { Input } from "../customizing/native-parts.js";
import type { TypedField } from "../../form/input-attributes.js";
import { dateProps } from "./control-props.js";
import { FieldBox, type FieldProps, useExplained } from "./field-parts.js";

/** A native date or date-and-time input. */
export function DateControl(props: FieldProps<TypedField>): ReactNode {
  const { form, field, state } = props;
  const { messages, timeZoneOffset } = useLocalization();
  const zone = zoneName(timeZoneOffset);
  const sent = typeof state.value === "string" ? state.value : undefined;
  const hint = sent
    ? // UTC has no offset that a name would explain, and a value of the server's may be of another zone.
      messages.sentAs(sent, isOfZone(timeZoneOffset, sent) ? zone : undefined)
    : messages.timeZone(offsetAt(timeZoneOffset, new Date().toISOString().slice(0, 19)), zone);
  const explained = useExplained(props, field.kind === "date-time" && hint);
  const date = { ...explained.control, ...dateProps(form, field, state.input, timeZoneOffset) };
  return (
    <FieldBox of={props} explained={explained}>
      <Input {...(date as object)} />
    </FieldBox>
  );
}
