import { type FileHandle, open } from "node:fs/promises";

/** The user at the other end of each open connection to an end of ours, by both ends as the system writes them. */
export type Users = ReadonlyMap<string, number>;

/** So much of a table is read at once, in bytes; the system gives about 4 KiB. */
const AT_ONCE = 64 * 1024;
/** Errors that nobody but the owner of the system brings about: it has no such table, or does not show it to this program. */
const NOT_TOLD = new Set(["ENOENT", "EACCES", "EPERM"]);

/**
 * A row of an established connection (01): both ends, and after the queues, the timer and the retransmissions the user, a number
 * of probes and the inode. What its program has closed has no inode, and older kernels name root as its user.
 */
const OPEN = /^ *\d+: (\S+ \S+) 01 \S+ \S+ \S+ +(\d+) +\d+ [1-9]/;

/** The connections of this computer, as files of the system list them. */
export class ConnectionTables {
  readonly #files: readonly string[];
  #reading: Promise<unknown> = Promise.resolve();
  #next: { readonly ends: Set<string>; readonly users: Promise<Users | undefined> } | undefined;

  constructor(files: readonly string[]) {
    this.#files = files;
  }

  /**
   * Reads the rows of those who are connected with these ends as they are after the call; `undefined` if the system does not tell.
   * They are read one time after another, each for all who wait, and no other row is kept, so that it costs no more where others
   * open many connections.
   */
  look(ends: readonly string[]): Promise<Users | undefined> {
    this.#next ??= this.#wait();
    for (const end of ends) this.#next.ends.add(end);
    return this.#next.users;
  }

  #wait(): { readonly ends: Set<string>; readonly users: Promise<Users | undefined> } {
    const ends = new Set<string>();
    const users = this.#reading.then(() => {
      this.#next = undefined;
      return this.#read([...ends]);
    });
    this.#reading = users;
    return { ends, users };
  }

  async #read(ends: readonly string[]): Promise<Users | undefined> {
    const users = new Map<string, number>();
    const marks = ends.map((end) => ` ${end} 01 `);
    const read = await Promise.all(this.#files.map((file) => readRows(file, marks, users)));
    return read.includes(true) ? users : undefined;
  }
}

/** Adds what the rows with one of these marks say. @returns whether the system tells */
async function readRows(
  file: string,
  marks: readonly string[],
  users: Map<string, number>,
): Promise<boolean> {
  let table: FileHandle | undefined;
  try {
    table = await open(file);
    const buffer = Buffer.alloc(AT_ONCE);
    let rest = "";
    for (;;) {
      const { bytesRead } = await table.read(buffer, 0, AT_ONCE, null);
      if (bytesRead === 0) return true;
      const text = rest + buffer.toString("latin1", 0, bytesRead);
      const end = text.lastIndexOf("\n") + 1;
      for (const mark of marks) addRows(text.slice(0, end), mark, users);
      rest = text.slice(end);
    }
  } catch (error) {
    // What else cannot be read is no reason to let anybody in: others can bring that about.
    return !NOT_TOLD.has((error as NodeJS.ErrnoException).code ?? "");
  } finally {
    await table?.close();
  }
}

function addRows(text: string, mark: string, users: Map<string, number>): void {
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
    const row = text.slice(text.lastIndexOf("\n", at) + 1, text.indexOf("\n", at));
    const [, ends, uid] = OPEN.exec(row) ?? [];
    if (ends !== undefined) users.set(ends, Number(uid));
  }
}
