import { useCallback, useState } from "react";

/** State of one thing, such as a question: it starts over with another one. */
export function useStateOf<T>(
  of: unknown,
  initial: T,
): readonly [state: T, set: (state: T) => void] {
  const [held, setHeld] = useState({ of, state: initial });
  const set = useCallback((state: T) => setHeld({ of, state }), [of]);
  return [held.of === of ? held.state : initial, set];
}
