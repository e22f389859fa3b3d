import type { ComponentPropsWithoutRef, ComponentType, FocusEvent } from "react";

/** Props of a button in place of ours. */
export interface ButtonPartProps extends ComponentPropsWithoutRef<"button"> {
  /** What it is for; absent for an ordinary button. */
  readonly "data-variant"?: "primary" | "answer" | "quiet" | "danger" | "link" | undefined;
}

/** Props of a radio button or check box with its label, in place of ours. */
export interface OptionPartProps extends Omit<ComponentPropsWithoutRef<"input">, "title"> {
  /** The label; a click on it selects the option. */
  readonly title: string;
  /** Whether it stands for no answer. */
  readonly none?: boolean | undefined;
}

/** Props of the frame of the dialog, in place of ours. */
export interface DialogPartProps extends Pick<
  ComponentPropsWithoutRef<"div">,
  "className" | "id" | "children"
> {
  readonly "data-midcall": string;
  /** The accessible name. */
  readonly "aria-label": string;
  /** Closes the question: call it on Escape, and from a control of your own. It asks first if something was entered. */
  readonly onClose: () => void;
  /** For its element, as the props above. */
  readonly onFocus: (event: FocusEvent) => void;
}

/**
 * Components of your own in place of parts. What is left out stays as it is.
 *
 * Each gets the props of the native element that it stands for, and has to pass all of them to exactly one such element.
 * `Dialog` is modal as long as it is rendered, keeps the focus inside, moves it nowhere when it appears, and returns it
 * when it is removed.
 *
 * A button that ends a question acts only in the `onClick` of a native `<button>`, called with the event: whatever else a
 * component does with its props accepts, declines and opens nothing.
 */
export interface ElicitationComponents {
  readonly Button?: ComponentType<ButtonPartProps> | undefined;
  /** The link in place of a page that the browser did not open. */
  readonly Link?: ComponentType<ComponentPropsWithoutRef<"a">> | undefined;
  /** A field of one line, a date, a search; never a radio button or check box. */
  readonly Input?: ComponentType<ComponentPropsWithoutRef<"input">> | undefined;
  readonly Textarea?: ComponentType<ComponentPropsWithoutRef<"textarea">> | undefined;
  /** A native list: its children are `<option>` elements. */
  readonly Select?: ComponentType<ComponentPropsWithoutRef<"select">> | undefined;
  readonly Option?: ComponentType<OptionPartProps> | undefined;
  readonly Dialog?: ComponentType<DialogPartProps> | undefined;
}
