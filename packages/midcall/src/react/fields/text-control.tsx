import type { ReactNode } from "react";
import { useLocalization } from "../context.js";
import { Input, Textarea } from "../customizing/native-parts.js";
import type { TypedField } from "../../form/input-attributes.js";
import { textProps } from "./control-props.js";
import { type FieldProps, FieldBox, useExplained } from "./field-parts.js";

/** An input for text of one or several lines, an address or a number. */
export function TextControl(props: FieldProps<TypedField>): ReactNode {
  const { form, field, state, secret } = props;
  const { locale } = useLocalization();
  const explained = useExplained(props);
  const { type, ...text } = textProps(form, field, state.input, secret, locale);
  const common = { ...explained.control, ...text } as object;
  // An `<input>` would show several lines as one, which differs from what is sent.
  const several = field.multiline || text.value.includes("\n");
  return (
    <FieldBox of={props} explained={explained}>
      {several ? <Textarea rows={5} {...common} /> : <Input type={type} {...common} />}
    </FieldBox>
  );
}
