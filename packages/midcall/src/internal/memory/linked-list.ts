interface Node<T> {
  value: T | undefined;
  previous: Node<T> | undefined;
  next: Node<T> | undefined;
}

/**
 * Values that come and go quickly. A `Set` makes a new table for every few of them, and what the old tables refer to stays in memory
 * until the next large garbage collection; nothing refers to a value that has been removed from this list.
 */
export class LinkedList<T> {
  #first: Node<T> | undefined;

  /** Adds a value. Returns the function that removes it, which may be called once. */
  add(value: T): () => void {
    const node: Node<T> = { value, previous: undefined, next: this.#first };
    if (this.#first !== undefined) this.#first.previous = node;
    this.#first = node;
    return () => {
      const { previous, next } = node;
      if (previous !== undefined) previous.next = next;
      else this.#first = next;
      if (next !== undefined) next.previous = previous;
      node.value = node.previous = node.next = undefined;
    };
  }

  /** The values; those that are removed in the meantime included. */
  values(): T[] {
    const values: T[] = [];
    for (let node = this.#first; node !== undefined; node = node.next) values.push(node.value as T);
    return values;
  }
}
