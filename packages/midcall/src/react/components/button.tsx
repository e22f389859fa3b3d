import type { ComponentProps, ReactNode } from "react";

/** A button. While it is `off` it can still be found and read, and a click does nothing. */
export function Button({
  variant,
  off,
  onClick,
  ...rest
}: Omit<ComponentProps<"button">, "onClick"> & {
  readonly variant?: "primary" | "danger" | "link";
  readonly off?: boolean;
  readonly onClick?: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      data-midcall="button"
      data-variant={variant}
      aria-disabled={off || undefined}
      onClick={(event) => {
        if (off) event.preventDefault();
        else onClick?.();
      }}
    />
  );
}
