/**
 * Makes a function that gives objects a member which is read by a function of their own. The getter is the same for all: with
 * getters in object literals, every object gets a hidden class of its own, which keeps everything that the getter refers to in memory
 * until the next large garbage collection.
 */
export function createLazyMember<V>(name: string): (object: object, read: () => V) => void {
  const source = Symbol(name);
  const getter: PropertyDescriptor = {
    get(this: { readonly [source]: () => V }) {
      return this[source]();
    },
    enumerable: true,
    configurable: true,
  };
  return (object, read) => {
    Object.defineProperty(object, source, { value: read });
    Object.defineProperty(object, name, getter);
  };
}
