import type { ComponentPropsWithoutRef, HTMLAttributes, LabelHTMLAttributes } from "react";
import type { AnswerLayout } from "../../form/answer-layout.js";
import type { FieldState } from "../../form/form-types.js";

/** Props of a `<button>`. */
export type ButtonGetterProps = Pick<
  ComponentPropsWithoutRef<"button">,
  "type" | "onClick" | "aria-disabled"
>;

/** Props of an `<input>`, `<textarea>` or `<select>`, as the field needs it. */
export interface ControlGetterProps extends Pick<
  ComponentPropsWithoutRef<"input">,
  | "type"
  | "max"
  | "dir"
  | "inputMode"
  | "autoComplete"
  | "spellCheck"
  | "aria-required"
  | "aria-invalid"
  | "aria-describedby"
> {
  readonly id: string;
  readonly value: string | number;
  readonly onChange: (event: never) => void;
  readonly onKeyUp?: ((event: never) => void) | undefined;
  readonly onBlur?: ((event: never) => void) | undefined;
}

/** What a question is made of, for elements of your own. Spread each getter's props on one native element. */
export interface UsedElicitation {
  /**
   * What to show: that it is loading; whether the server may ask (show only its name); the fields; what will be sent
   * (`review`); or the link.
   */
  readonly step: "loading" | "permission" | "form" | "review" | "link";
  /** How the form is answered with the fewest steps: with `yes-no`, a button for each answer sends it. */
  readonly layout: AnswerLayout["layout"];
  /** The fields, in the order of the schema, with their current values and errors. */
  readonly fields: readonly FieldState[];
  /** In the review: what will be sent, as readable text. A field without `values` is left out. */
  readonly review: readonly {
    readonly label: string;
    readonly values: readonly string[];
    /** Whether the server has filled it in, and the user has not changed it. */
    readonly suggested: boolean;
  }[];
  /** Whether this host can send the form at all. If not, offer only decline and cancel. */
  readonly canSubmit: boolean;
  /** Whether the accept button leads to the review, and not to the server. */
  readonly leadsToReview: boolean;
  /** Whether a decline or a cancel would discard what was entered, and waits for `getDiscardProps` or `getKeepProps`. */
  readonly isDiscarding: boolean;
  /** Whether an answer is on its way. */
  readonly isBusy: boolean;
  /** Why the last attempt has failed, one sentence each; show it with `role="alert"`. */
  readonly errors: readonly string[];
  /** Whether the browser has not opened the page: show the link of `getLinkProps` in the place of the accept button. */
  readonly isNotOpened: boolean;

  /** The element around all others. Without it, no button accepts or refuses anything. */
  getQuestionProps(): HTMLAttributes<HTMLElement> & { readonly "data-question": string };
  /** The heading, which names the server. It can take the focus. */
  getHeadingProps(): HTMLAttributes<HTMLElement>;
  getFormProps(): Pick<ComponentPropsWithoutRef<"form">, "noValidate" | "onSubmit">;
  getLabelProps(name: string): LabelHTMLAttributes<HTMLLabelElement>;
  /** For text, numbers, dates, and a `select` that is shown as a native list (with `getOptionProps`). */
  getFieldProps(name: string): ControlGetterProps;
  /** An `<option>`: the option at this position, -1 for no choice. */
  getOptionProps(name: string, index: number): { readonly value: number };
  /** The element around radio buttons or check boxes. */
  getGroupProps(name: string): HTMLAttributes<HTMLElement>;
  /** A radio button or check box: for an option's value, for yes or no, or for `undefined`, no answer. */
  getChoiceProps(
    name: string,
    value: string | number | boolean | undefined,
  ): Pick<ComponentPropsWithoutRef<"input">, "id" | "type" | "name" | "checked" | "onChange">;
  getDescriptionProps(name: string): { readonly id: string };
  getErrorProps(name: string): { readonly id: string };
  /** Sends the form or the reviewed answer, begins the review, or opens the link. With `yes-no`: the given answer. */
  getAcceptProps(answer?: boolean): ButtonGetterProps;
  /** In the review: back to the fields. */
  getEditProps(): ButtonGetterProps;
  getDeclineProps(): ButtonGetterProps;
  getCancelProps(): ButtonGetterProps;
  getDiscardProps(): ButtonGetterProps;
  getKeepProps(): ButtonGetterProps;
  /** Decides whether the server may ask. */
  getPermissionProps(decision: "show" | "always" | "block"): ButtonGetterProps;
  getLinkProps(): ComponentPropsWithoutRef<"a">;
  /** What Escape does in a dialog: as `getCancelProps`. */
  close(): void;
}
