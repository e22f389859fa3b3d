import { useCallback, useState, useSyncExternalStore } from "react";
import type { Form, FormIssue, FormState } from "../../form/index.js";
import type { FormResult } from "../../form/form-types.js";

/** A form as it stands, and sending it. */
export interface UsedForm {
  readonly state: FormState;
  /** Like `form.submit()`; a failure is kept in `failed`. */
  readonly submit: () => FormResult;
  /**
   * What the last `submit` failed on; a new object each time, `undefined` after one that did not. Give
   * it to {@link FormFields}, which then shows and focuses a summary of what is wrong.
   */
  readonly failed: FailedSubmit | undefined;
}

/** A form as it stands. */
export function useFormState({ subscribe, getSnapshot }: Form): FormState {
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}

/** What an attempt to send a form failed on. */
export interface FailedSubmit {
  readonly issues?: readonly FormIssue[] | undefined;
  /** Where there are no issues: one sentence each. */
  readonly errors?: readonly string[] | undefined;
}

/**
 * Uses a form of `midcall/form` in a component: for the arguments of a tool, or for questions in a
 * design of your own.
 *
 * @param form - from `createForm`; keep it the same between renders
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
  const [failed, setFailed] = useState<FailedSubmit>();
  const submit = useCallback(() => {
    const result = form.submit();
    setFailed(result.ok ? undefined : result);
    return result;
  }, [form]);
  return { state, submit, failed };
}
