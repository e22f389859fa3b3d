import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { withLock } from "../connect/oauth/vault/lock-file.js";
import { isObject } from "../json.js";

/** An entry before and after it was wrapped. */
export interface WrapRecord {
  readonly name: string;
  readonly original: string;
  readonly wrapped: string;
}

/** What midcall keeps of one configuration file, in a directory that only the user can read. */
export interface WrapRecords {
  /** Empty if there are none, or they are damaged. */
  read(): Promise<readonly WrapRecord[]>;
  /** @param records - of entries that are about to be wrapped; within `exclusively` */
  add(records: readonly WrapRecord[]): Promise<void>;
  /** Keeps the file as it is now; within `exclusively`. @returns the path of the copy */
  backUp(text: string): Promise<string>;
  /** Runs work that no other run of midcall may do on this file at the same time. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** Wrapping a file again and again does not make it grow. */
const MOST = 200;

const isRecord = (value: unknown): value is WrapRecord =>
  isObject(value) && ["name", "original", "wrapped"].every((key) => typeof value[key] === "string");

/** @param target - the real path of the configuration file */
export function openRecords(stateDir: string, target: string): WrapRecords {
  const folder = join(stateDir, "wrap");
  const id = createHash("sha256").update(target).digest("hex").slice(0, 16);
  const path = join(folder, `${id}.json`);
  const write = async (name: string, text: string): Promise<void> => {
    const draft = `${name}.${randomBytes(6).toString("hex")}`;
    await writeFile(draft, text, { mode: 0o600, flag: "wx" });
    await rename(draft, name);
  };
  const read = async (): Promise<readonly WrapRecord[]> => {
    try {
      const value: unknown = JSON.parse(await readFile(path, "utf8"));
      return Array.isArray(value) ? value.filter(isRecord) : [];
    } catch {
      return [];
    }
  };
  return {
    read,
    async add(records) {
      const isNew = (one: WrapRecord): boolean =>
        records.every(({ name, wrapped }) => one.name !== name || one.wrapped !== wrapped);
      const all = [...(await read()).filter(isNew), ...records];
      await write(path, JSON.stringify(all.slice(-MOST)));
    },
    async backUp(text) {
      const copy = join(folder, `${id}-${basename(target)}.backup`);
      await write(copy, text);
      return copy;
    },
    async exclusively(work) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return withLock(join(folder, `${id}.lock`), work);
    },
  };
}
