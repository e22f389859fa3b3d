/** Copies a list, so that later changes to the original have no effect. */
export const copyOf = <T>(value: T): T => (Array.isArray(value) ? ([...value] as T) : value);
