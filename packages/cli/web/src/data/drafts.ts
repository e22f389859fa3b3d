import type { ElicitationProvider } from "midcall/react";
import type { DraftView } from "../../../src/console/views/api-types.js";
import type { Api } from "./api-client.js";

/** What the user has typed and not sent yet. The console keeps it over a reload and a restart. */
export interface Drafts {
  get(key: string): unknown;
  /** Keeps a value; `undefined` removes it. */
  set(key: string, value: unknown): void;
  /** Sends what could not be sent before. */
  flush(): void;
}

/** Of this tab only: what the console has not received yet. */
const PENDING = "midcall-drafts";
const PAUSE_MS = 400;
const NOTHING: { readonly drafts?: Record<string, DraftView> } = {};
/** As the console takes them, in characters. */
const LARGEST = 60_000;
const MOST = 200;
const KEY = /^[\w.:-]{1,200}$/;

/** A hash of 53 bits, to keep the keys short. It protects nothing. */
function hash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  return ((high >>> 0) * 2 ** 21 + (low >>> 11)).toString(36);
}

/** A key of the characters that the console allows, from any names. */
export const draftKey = (kind: string, ...names: readonly string[]): string =>
  `${kind}:${hash(JSON.stringify(names))}`;

/**
 * What this tab has kept. A page of another program, which had the port before, may have left anything there instead: only what
 * the console would take is read.
 */
function readPending(): readonly (readonly [string, unknown])[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PENDING) ?? "{}");
    if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return [];
    return Object.entries(kept)
      .filter(([key, value]) => KEY.test(key) && JSON.stringify(value).length <= LARGEST)
      .slice(-MOST);
  } catch {
    return [];
  }
}

/**
 * Reads the drafts. Without the console's answer, only those of this tab are known.
 *
 * @param isKept - whether the tab keeps what was not received over a reload. That can be read by another program that has
 * taken the port meanwhile, so only a page whose program comes back does it
 */
export async function loadDrafts(api: Api, isKept: () => boolean = () => true): Promise<Drafts> {
  const pending = new Map(readPending());
  const known = new Map<string, unknown>();
  const stored = await api<{ drafts?: Record<string, DraftView> }>("/drafts").catch(() => NOTHING);
  for (const [key, { value }] of Object.entries(stored.drafts ?? {})) known.set(key, value);
  for (const [key, value] of pending) known.set(key, value);

  const save = (): void => {
    if (!isKept()) return;
    try {
      sessionStorage.setItem(PENDING, JSON.stringify(Object.fromEntries(pending)));
    } catch {
      // The browser's storage is full; the console still receives it.
    }
  };
  const send = async (key: string, value: unknown): Promise<void> => {
    const path = `/drafts/${encodeURIComponent(key)}`;
    try {
      if (value === null) await api(path, { method: "DELETE" });
      else await api(path, { method: "PUT", body: { value } });
    } catch {
      // It stays pending, and is sent with the next one or after a reload.
      return;
    }
    if (pending.get(key) === value) pending.delete(key);
    save();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const [key, value] of pending) void send(key, value);
  };
  addEventListener("pagehide", flush);
  if (pending.size > 0) flush();

  return {
    get: (key) => known.get(key) ?? undefined,
    set(key, value = null) {
      if (value === null && !known.has(key)) return;
      if (JSON.stringify(value).length > LARGEST) return;
      if (value === null) known.delete(key);
      else known.set(key, value);
      pending.set(key, value);
      save();
      timer ??= setTimeout(flush, PAUSE_MS);
    },
    flush,
  };
}

/** Where the provider of questions keeps half-typed answers. */
type AnswerStorage = NonNullable<Parameters<typeof ElicitationProvider>[0]["drafts"]>;

/** Half-typed answers, for the components of midcall/react. */
export const answerStorage = (drafts: Drafts): AnswerStorage => ({
  getItem(key) {
    const draft = drafts.get(draftKey("answers", key));
    return typeof draft === "string" ? draft : null;
  },
  setItem: (key, value) => drafts.set(draftKey("answers", key), value),
  removeItem: (key) => drafts.set(draftKey("answers", key), undefined),
});
