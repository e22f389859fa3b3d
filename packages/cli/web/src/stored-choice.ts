import { useSyncExternalStore } from "react";

/** A choice of the user about this page, which the browser remembers. */
export interface StoredChoice<T extends string> {
  read(): T;
  set(value: T): void;
  /** Applies the stored choice to the page. */
  apply(): void;
  use(): T;
}

/**
 * @param name - the name of the `data-` attribute of the page, and part of the key in the browser's storage
 * @param values - the possible values; the first one is the default, which has no attribute
 */
export function createStoredChoice<const T extends string>(
  name: string,
  values: readonly [T, ...T[]],
): StoredChoice<T> {
  const key = `midcall-${name}`;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const read = (): T => values.find((value) => value === localStorage.getItem(key)) ?? values[0];
  const apply = (): void => {
    const value = read();
    if (value === values[0]) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = value;
  };
  return {
    read,
    apply,
    set(value) {
      localStorage.setItem(key, value);
      apply();
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, read),
  };
}
