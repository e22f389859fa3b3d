import { useCallback, useSyncExternalStore } from "react";
import type { Form, FormIssue, FormState } from "../../form/index.js";
import { useStateOf } from "./state-of.js";
import type { FormResult } from "../../form/form-types.js";

/** The state of a form, and the function that submits it. */
export interface UsedForm {
  /** The current state of the form. */
  readonly state: FormState;
  /** Calls `form.submit()` and keeps a failure in `failed`. */
  readonly submit: () => FormResult;
  /**
   * The errors of the last `submit`: a new object after each failure, `undefined` after a success. Pass it to
   * {@link FormFields}, which then shows and focuses a summary of the errors.
   */
  readonly failed: FailedSubmit | undefined;
}

/** The current state of a form. */
export function useFormState({ subscribe, getSnapshot }: Form): FormState {
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}

/** The errors of a failed attempt to submit a form. */
export interface FailedSubmit {
  readonly issues?: readonly FormIssue[] | undefined;
  /** One sentence each, if there are no issues. */
  readonly errors?: readonly string[] | undefined;
}

/**
 * Uses a form of `midcall/form` in a component: for the arguments of a tool, or for questions in your own design.
 *
 * @param form - from `createForm`; pass the same object on every render
 * @returns the state of the form, `submit` and `failed`
 *
 * @example
 * ```tsx
 * const { submit, failed } = useForm(form);
 * <form
 *   noValidate
 *   onSubmit={(event) => {
 *     event.preventDefault();
 *     const result = submit();
 *     if (result.ok) callTool(result.content);
 *   }}
 * >
 *   <FormFields form={form} failed={failed} />
 *   <button>Call</button>
 * </form>;
 * ```
 */
export function useForm(form: Form): UsedForm {
  const state = useFormState(form);
  const [failed, setFailed] = useStateOf<FailedSubmit | undefined>(form, undefined);
  const submit = useCallback(() => {
    const result = form.submit();
    setFailed(result.ok ? undefined : result);
    return result;
  }, [form, setFailed]);
  return { state, submit, failed };
}
