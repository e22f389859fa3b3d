import type { ComponentPropsWithoutRef, MouseEvent, ReactNode } from "react";
import { useAttributes } from "../context.js";
import type { ButtonPartProps } from "../customizing/components.js";
import { replaceable } from "../customizing/replaceable.js";

const Part = replaceable("Button", "button");

/** Properties of {@link Button}. */
export interface ButtonProps extends Omit<
  ComponentPropsWithoutRef<"button">,
  "onClick" | "disabled"
> {
  readonly variant?: ButtonPartProps["data-variant"];
  readonly disabled?: boolean | undefined;
  /** Whether a pointer can press it. */
  readonly ready?: boolean;
  /** Whether a click can have been meant for it. */
  readonly meant?: (click: MouseEvent) => boolean;
  readonly onClick?: () => void;
}

/** A component of the host's may call `onClick` for other reasons than a click, or on another element. */
export const isButtonClick = (event: MouseEvent): boolean =>
  event?.type === "click" && event.currentTarget?.tagName === "BUTTON";

/** A button. While it is `disabled`, it stays in the tab order, and a click does nothing. */
export function Button({
  variant,
  disabled,
  ready = true,
  meant,
  onClick,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <Part
      type="button"
      {...rest}
      {...useAttributes("button")}
      data-variant={variant}
      aria-disabled={disabled || !ready || undefined}
      onClick={(event) => {
        if (!isButtonClick(event)) return;
        // Nothing else sends a form.
        event.preventDefault();
        if (!disabled && meant?.(event) !== false) onClick?.();
      }}
    />
  );
}
