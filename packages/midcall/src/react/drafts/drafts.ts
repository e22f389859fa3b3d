import type { FormQuestion } from "../../client/index.js";
import type { Form } from "../../form/index.js";
import type { DraftStorage } from "./draft-storage.js";
import { readDraft, writeDraft } from "./saved-drafts.js";

/** How long after a change the draft is saved, in milliseconds. */
const SAVE_AFTER_MS = 300;

/** The draft of one open question. */
export interface Draft {
  /** Ends it, after the question was answered. */
  remove(): void;
  /** Ends it and keeps what was entered, for the same question at another time. */
  close(): void;
}

/** The drafts of the open questions. */
export interface Drafts {
  /**
   * Puts what was entered before into a form, and saves what is entered from now on. Returns `undefined` for a question
   * that equals one whose draft is open: a draft is never put into two questions.
   */
  open(question: FormQuestion, form: Form): Draft | undefined;
  /** Saves all changes now. */
  readonly save: () => void;
}

/** Everything that makes a question this question. A draft is put back only where all of it is equal. */
function identityOf({ server, call, message, requestedSchema }: FormQuestion): string {
  return JSON.stringify([server, call?.method, call?.name, message, requestedSchema]);
}

/** Keeps drafts as long as the page, for a question that is withdrawn and asked again. */
function createMemory(): DraftStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

export function createDrafts(storage: DraftStorage = createMemory()): Drafts {
  /** Saves the open draft of a question. */
  const open = new Map<string, () => void>();
  return {
    open(question, form) {
      const identity = identityOf(question);
      if (open.has(identity)) return undefined;
      for (const [name, input] of readDraft(storage, identity)) {
        if (!question.secretFields.includes(name)) form.set(name, input ?? undefined);
      }
      let timer: ReturnType<typeof setTimeout> | undefined;
      const write = (remove?: boolean): void => {
        clearTimeout(timer);
        timer = undefined;
        const changed = form
          .getSnapshot()
          .fields.filter(
            ({ field, dirty }) => dirty && !question.secretFields.includes(field.name),
          );
        writeDraft(
          storage,
          identity,
          remove ? [] : changed.map(({ field, input }) => [field.name, input ?? null]),
        );
      };
      const save = (): void => {
        if (timer !== undefined) write();
      };
      const unsubscribe = form.subscribe(() => {
        timer ??= setTimeout(() => write(), SAVE_AFTER_MS);
      });
      open.set(identity, save);
      const close = (): void => {
        save();
        unsubscribe();
        if (open.get(identity) === save) open.delete(identity);
      };
      return {
        close,
        remove() {
          close();
          write(true);
        },
      };
    },
    save: () => open.forEach((save) => save()),
  };
}
