/**
 * Where drafts of answers are kept: `sessionStorage`, `localStorage`, or an object with the same three functions. They
 * are synchronous, because a draft is put back before the user can enter anything. A function may throw: then nothing is
 * kept, and nothing else happens.
 *
 * Drafts are plain text, which every script of the page's origin can read. `sessionStorage` ends with the tab.
 */
export interface DraftStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}
