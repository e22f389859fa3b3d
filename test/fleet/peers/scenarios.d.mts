/** What is done to a fleet. */
export const scenarios: readonly { readonly id: string; readonly title: string }[];
