import { type ReactNode, useContext } from "react";
import { Button, type ButtonProps } from "../components/button.js";
import { IntentContext } from "./intent-context.js";

/** A button that acts only on an input that can have been meant for it, unless `accepts` is false. */
export function AnswerButton({
  accepts = true,
  ...props
}: ButtonProps & {
  /** Whether it accepts or refuses something. */
  readonly accepts?: boolean;
}): ReactNode {
  const intent = useContext(IntentContext);
  return <Button {...props} {...(accepts && intent)} />;
}
