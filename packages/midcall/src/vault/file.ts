/**
 * `midcall/vault/file`: the vault of a desktop server, in the files of the person who runs it.
 *
 * @module
 */
import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { OptionError } from "../contracts/errors.js";
import { configFolder } from "./files/config-folder.js";
import { createVault } from "./create-vault.js";
import { VaultFileError } from "./files/file-errors.js";
import { createFileStore, cleanUp } from "./files/file-store.js";
import {
  createPrivateFile,
  assertPrivate,
  preparePrivateFolder,
  readIfExists,
} from "./files/private-files.js";
import type { Vault } from "./vault.js";

export { VaultError } from "./errors.js";
export { VaultFileError } from "./files/file-errors.js";

/** Options of {@link createLocalVault}. */
export interface LocalVaultOptions {
  /**
   * The folder. Made with mode 0700 if it is not there. Default `midcall/vault` in the user's configuration folder:
   * `$XDG_CONFIG_HOME` or `~/.config`, `~/Library/Application Support` on macOS, `%APPDATA%` on Windows.
   */
  readonly directory?: string;
}

/**
 * A vault that works with no set-up: the records and the key lie in a folder that only this user can open. Opened on
 * first use. Servers run by the same person may use it at once, each under its own `server` name.
 *
 * It keeps secrets from other users of the machine, out of the model and out of logs, and from whoever gets a
 * copy of the records without the key. It cannot keep them from programs that run as the same user.
 *
 * The key file, `keys`, holds one key a line, newest first. To replace the key, put a new line on top (the error of an
 * unusable file says how to make one), start the servers again, call `rewrap`, and remove the other lines.
 *
 * @throws OptionError when `directory` is no path. Its methods reject with `VaultFileError` when the folder or
 * the key file can be used by others, or the key file is damaged or lost; on Windows the modes are not looked at.
 *
 * @example
 * ```ts
 * import { createLocalVault } from "midcall/vault/file";
 *
 * const vault = createLocalVault();
 * await vault.put({ principal: "local", server: "invoices", name: "stripe" }, "sk_live_…");
 * ```
 */
export function createLocalVault(options: LocalVaultOptions = {}): Vault {
  const { directory = join(configFolder(), "midcall", "vault") } = options;
  if (typeof directory !== "string" || directory === "") {
    throw new OptionError("directory must be the path of a folder.");
  }
  let opening: Promise<Vault> | undefined;
  const vault = (): Promise<Vault> => {
    opening ??= open(directory).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    put: async (...args) => (await vault()).put(...args),
    get: async (...args) => (await vault()).get(...args),
    delete: async (...args) => (await vault()).delete(...args),
    list: async (...args) => (await vault()).list(...args),
    rewrap: async () => (await vault()).rewrap(),
  };
}

async function open(directory: string): Promise<Vault> {
  const records = join(directory, "records");
  await preparePrivateFolder(directory);
  await preparePrivateFolder(records);
  const secret = await readKeys(join(directory, "keys"), records);
  await cleanUp(records);
  return createVault({ store: createFileStore(records), secret });
}

const KEY = /^[A-Za-z0-9_-]{43,}$/;

/** The keys of the file, which the first process makes. */
async function readKeys(path: string, records: string): Promise<string[]> {
  if ((await readIfExists(path)) === undefined) {
    const orphans = (await readdir(records)).length > 0;
    // Another process may have made both since the first look.
    if (orphans && (await readIfExists(path)) === undefined) {
      throw new VaultFileError(
        `${path} is gone, and the records beside it cannot be read without it. Bring it back from a backup, ` +
          "or remove the whole folder to begin anew.",
      );
    }
    await createPrivateFile(path, `${randomBytes(32).toString("base64url")}\n`);
  }
  await assertPrivate(path, "600");
  const lines = ((await readIfExists(path)) ?? "").split(/\r?\n/).filter((line) => line !== "");
  if (lines.length === 0 || !lines.every((line) => KEY.test(line))) {
    throw new VaultFileError(
      `${path} must hold one key a line, newest first, and does not. Bring it back from a backup; without it the records ` +
        "cannot be read. To begin anew remove the whole folder. A key is made with: " +
        "node -e \"console.log(require('node:crypto').randomBytes(32).toString('base64url'))\"",
    );
  }
  return lines;
}
