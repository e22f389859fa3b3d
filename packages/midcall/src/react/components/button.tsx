import type { ComponentProps, ReactNode } from "react";

/** A button. While it is `disabled`, it stays in the tab order, and a click does nothing. */
export function Button({
  variant,
  disabled,
  onClick,
  ...rest
}: Omit<ComponentProps<"button">, "onClick" | "disabled"> & {
  readonly variant?: "primary" | "danger" | "link";
  readonly disabled?: boolean;
  readonly onClick?: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      data-midcall="button"
      data-variant={variant}
      aria-disabled={disabled || undefined}
      onClick={(event) => {
        if (disabled) event.preventDefault();
        else onClick?.();
      }}
    />
  );
}
