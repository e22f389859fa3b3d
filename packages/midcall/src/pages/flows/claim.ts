import type { Store } from "../../store/index.js";
import type { StoreWriteOptions } from "../../store/store.js";

/**
 * Writes a mark, unless there is one; returns whether it did. A write that failed may have got through all the same: what is there is
 * read, and counts if it is this mark, which no other attempt may write.
 *
 * @throws the error of the write, when it is not known whether it got through
 */
export async function claim(
  store: Store,
  key: string,
  mark: string,
  options: StoreWriteOptions,
): Promise<boolean> {
  try {
    return await store.putIfAbsent(key, mark, options);
  } catch (error) {
    const found = await store.get(key).catch(() => undefined);
    if (found === undefined) throw error;
    return found === mark;
  }
}
