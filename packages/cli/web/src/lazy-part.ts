import { lazy } from "react";

const loaders: (() => Promise<unknown>)[] = [];

/** A component that is loaded when it is first rendered, or by {@link preloadParts}. */
export function lazyPart<P>(
  load: () => Promise<React.ComponentType<P>>,
): React.LazyExoticComponent<React.ComponentType<P>> {
  loaders.push(load);
  return lazy(async () => ({ default: await load() }));
}

/** Loads all of them, so that they are there at once, even if the console is gone or is another version by then. */
export function preloadParts(): void {
  for (const load of loaders) load().catch(() => {});
}
