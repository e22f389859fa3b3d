import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createLocalVault } from "midcall/vault/file";
import { withLock } from "./lock-file.js";
import { safeLine } from "../../../safe-text.js";
import { SignInError } from "../sign-in-error.js";
import { readSignInRecord, type SignInRecord } from "./sign-in-record.js";

/** Where sign-ins are kept: encrypted, for each server by its URL, shared by all processes of the user. */
export interface SignInVault {
  readonly path: string;
  /** @throws SignInError when the files cannot be used, as do the other methods */
  read(server: string): Promise<SignInRecord | undefined>;
  write(record: SignInRecord): Promise<void>;
  remove(server: string): Promise<void>;
  /** Runs work on a server's record that no other process may do at the same time. */
  exclusively<T>(server: string, work: () => Promise<T>): Promise<T>;
}

/** @param stateDir - the console's state directory; nothing is created before the first sign-in */
export function createSignInVault(stateDir: string): SignInVault {
  const path = join(stateDir, "vault");
  const vault = createLocalVault({ directory: path });
  const digest = (server: string): string => createHash("sha256").update(server).digest("hex");
  const explained = <T>(work: Promise<T>): Promise<T> =>
    work.catch((cause: unknown) => {
      if (cause instanceof SignInError) throw cause;
      const why = safeLine((cause as Error).message, 1_000);
      throw new SignInError("failed", `The sign-ins in ${path} cannot be used: ${why}`, { cause });
    });
  const idOf = (server: string) =>
    ({ principal: "local", server: "sign-ins", name: digest(server) }) as const;
  return {
    path,
    async read(server) {
      if (!existsSync(path)) return undefined;
      const value = (await explained(vault.get(idOf(server))))?.reveal();
      return typeof value === "string" ? readSignInRecord(value, server) : undefined;
    },
    write: (record) => explained(vault.put(idOf(record.server), JSON.stringify(record))),
    async remove(server) {
      if (existsSync(path)) await explained(vault.delete(idOf(server)));
    },
    async exclusively(server, work) {
      await explained(mkdir(path, { recursive: true, mode: 0o700 }));
      return withLock(join(path, `${digest(server)}.lock`), work);
    },
  };
}
