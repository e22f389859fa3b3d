import { isObject } from "../../json.js";
import { RequestError } from "../errors.js";
import type { StateDir } from "../state-dir.js";
import type { DraftView } from "../views/api-types.js";

/** Half-typed answers and arguments, by the page's own keys. They may contain secrets, so only their owner can read the file. */
export interface Drafts {
  list(): Readonly<Record<string, DraftView>>;
  get(key: string): DraftView | undefined;
  /** @throws RequestError when the key or the value is not allowed */
  set(key: string, value: unknown): void;
  delete(key: string): void;
}

const FILE = "drafts.json";
const KEY = /^[\w.:-]{1,200}$/;
const LARGEST_VALUE = 64 * 1024;
const MOST = 200;
const MOST_CHARACTERS = 2 * 1024 * 1024;
const DAY_MS = 86_400_000;

interface Kept extends DraftView {
  readonly size: number;
}

/** Loads the drafts. Those that cannot be read are dropped: losing a draft must not prevent the start. */
export async function openDrafts(
  state: Pick<StateDir, "read" | "write">,
  onError: (error: unknown) => void,
  now: () => number = Date.now,
): Promise<Drafts> {
  const kept = new Map<string, Kept>();
  const put = (key: string, value: unknown, savedAt: number): void => {
    kept.delete(key);
    kept.set(key, { value, savedAt, size: JSON.stringify(value).length });
  };
  const isFresh = ({ savedAt }: Kept): boolean => savedAt > now() - DAY_MS && savedAt <= now();
  /** Removes what has expired, and the oldest if there is too much. */
  const trim = (): void => {
    let characters = 0;
    for (const [key, draft] of kept) {
      if (isFresh(draft)) characters += draft.size;
      else kept.delete(key);
    }
    for (const [key, { size }] of kept) {
      if (kept.size <= MOST && characters <= MOST_CHARACTERS) return;
      kept.delete(key);
      characters -= size;
    }
  };
  const save = (): void => {
    const drafts = Object.fromEntries(
      Array.from(kept, ([key, { value, savedAt }]) => [key, { value, savedAt }]),
    );
    void state.write(FILE, drafts).catch(onError);
  };

  const saved = await state.read(FILE).catch(() => undefined);
  for (const [key, draft] of Object.entries(isObject(saved) ? saved : {})) {
    if (!KEY.test(key) || !isObject(draft) || typeof draft["savedAt"] !== "number") continue;
    if (draft["value"] !== undefined) put(key, draft["value"], draft["savedAt"]);
  }
  trim();

  const view = ({ value, savedAt }: Kept): DraftView => ({ value, savedAt });
  return {
    list() {
      trim();
      return Object.fromEntries(Array.from(kept, ([key, draft]) => [key, view(draft)]));
    },
    get(key) {
      trim();
      const draft = kept.get(key);
      return draft && view(draft);
    },
    set(key, value) {
      if (!KEY.test(key)) throw new RequestError(400, "This is not a valid key of a draft.");
      if (value === undefined) throw new RequestError(400, "A draft needs a value.");
      if (JSON.stringify(value).length > LARGEST_VALUE) {
        throw new RequestError(400, "The draft is too large to be kept.");
      }
      put(key, value, now());
      trim();
      save();
    },
    delete(key) {
      if (kept.delete(key)) save();
    },
  };
}
