import { type ComponentProps, type MouseEvent, type ReactNode, use } from "react";
import { IntentContext } from "../answering/intent-context.js";

/**
 * A button. While it is `disabled`, it stays in the tab order, and a click does nothing. One that `accepts` or refuses
 * something acts only on an input that can have been meant for it.
 */
export function Button({
  variant,
  disabled,
  accepts,
  onClick,
  ...rest
}: Omit<ComponentProps<"button">, "onClick" | "disabled"> & {
  readonly variant?: "primary" | "answer" | "quiet" | "danger" | "link";
  readonly disabled?: boolean;
  readonly accepts?: boolean;
  readonly onClick?: () => void;
}): ReactNode {
  const { ready, meant } = use(IntentContext);
  const ignores = (event: MouseEvent): boolean | undefined =>
    disabled || (accepts && !meant(event));
  return (
    <button
      type="button"
      {...rest}
      data-midcall="button"
      data-variant={variant}
      aria-disabled={disabled || (accepts && !ready) || undefined}
      onClick={(event) => {
        if (ignores(event)) event.preventDefault();
        else onClick?.();
      }}
    />
  );
}
