import { memo, type MemoExoticComponent, type ReactNode } from "react";
import type { OptionPartProps } from "../customizing/components.js";
import { replaceable } from "../customizing/replaceable.js";

function NativeOption({ title, none, ...input }: OptionPartProps): ReactNode {
  return (
    <label data-midcall="option" data-none={none || undefined}>
      <input {...input} />
      <span dir="auto">{title}</span>
    </label>
  );
}

/** A radio button or check box with its label; a click anywhere on it selects it. */
export const Option: MemoExoticComponent<(props: OptionPartProps) => ReactNode> = memo(
  replaceable("Option", NativeOption),
);
