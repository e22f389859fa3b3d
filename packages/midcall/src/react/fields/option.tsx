import { type ComponentProps, memo, type MemoExoticComponent, type ReactNode } from "react";

type OptionProps = Omit<ComponentProps<"input">, "title"> & { readonly title: string };

/** A radio button or check box with its label; a click anywhere on it selects it. */
export const Option: MemoExoticComponent<(props: OptionProps) => ReactNode> = memo(function Option({
  title,
  ...input
}: OptionProps): ReactNode {
  return (
    <label data-midcall="option">
      <input {...input} />
      <span dir="auto">{title}</span>
    </label>
  );
});
