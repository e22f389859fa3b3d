import { type ComponentProps, memo, type MemoExoticComponent, type ReactNode } from "react";

type OptionProps = Omit<ComponentProps<"input">, "title"> & {
  readonly title: string;
  /** Whether it stands for no answer. */
  readonly none?: boolean;
};

/** A radio button or check box with its label; a click anywhere on it selects it. */
export const Option: MemoExoticComponent<(props: OptionProps) => ReactNode> = memo(function Option({
  title,
  none,
  ...input
}: OptionProps): ReactNode {
  return (
    <label data-midcall="option" data-none={none || undefined}>
      <input {...input} />
      <span dir="auto">{title}</span>
    </label>
  );
});
