/** An object while it is being built. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Sets a property if the value is not `undefined`. */
export function put<T, K extends keyof T>(
  target: Writable<T>,
  key: K,
  value: T[K] | undefined,
): void {
  if (value !== undefined) target[key] = value;
}
