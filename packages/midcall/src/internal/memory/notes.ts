/** Values that belong to objects of others, such as the context of a framework. */
export interface Notes<K extends object, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
}

/**
 * Makes notes that live and die with the objects they are about, like those in a `WeakMap`, whose members however outlive every
 * small garbage collection: for objects of which there are many and for a short time. A note is a hidden member of its object, so
 * that copies of the object do not have it.
 */
export function createNotes<K extends object, V>(): Notes<K, V> {
  const name = Symbol("midcall");
  type Noted = K & { [name]?: V };
  return {
    get: (key) =>
      isObjectOrFunction(key) && Object.hasOwn(key, name) ? (key as Noted)[name] : undefined,
    set(key, value) {
      Object.defineProperty(key, name, { value, writable: true });
    },
  };
}

/** What a caller has cast may be anything. */
function isObjectOrFunction(key: unknown): key is object {
  return (typeof key === "object" && key !== null) || typeof key === "function";
}
