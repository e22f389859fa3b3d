/**
 * `midcall/vault/file`: a vault for desktop servers, in the files of the user who runs the server.
 *
 * @module
 */
import { randomBytes } from "node:crypto";
import { assertOptions } from "../internal/assert-options.js";
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

/** Options of {@link createLocalVault}. */
export interface LocalVaultOptions {
  /**
   * The folder. Created with mode 0700 if it does not exist. Default `midcall/vault` in the user's configuration folder:
   * `$XDG_CONFIG_HOME` or `~/.config`, `~/Library/Application Support` on macOS, `%APPDATA%` on Windows.
   */
  readonly directory?: string;
}

/**
 * Creates a vault that needs no configuration: the records and the key are in a folder that only this user can access. It
 * is opened on first use. Servers of the same user can use it at the same time, each under its own `server` name.
 *
 * It protects secrets from other users of the machine, from the model, from logs, and from an attacker who gets a copy
 * of the records without the key. It cannot protect them from programs that run as the same user.
 *
 * The key file, `keys`, contains one key per line, newest first. To replace the key, insert a new line at the top (the
 * error for an unusable file tells how to create a key), restart the servers, call `rewrap`, and remove the other lines.
 *
 * @throws OptionError when `directory` is not a path. Its methods reject with `VaultFileError` when the folder or the key
 * file is accessible to others, or the key file is damaged or missing. File modes are not checked on Windows.
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
  assertOptions<LocalVaultOptions>("createLocalVault", options, { directory: "any" });
  const { directory = join(configFolder(), "midcall", "vault") } = options;
  if (typeof directory !== "string" || directory === "") {
    throw new OptionError("directory must be a non-empty string: the path of a folder.");
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
  const folder = await preparePrivateFolder(directory);
  const records = await preparePrivateFolder(join(folder, "records"));
  const secret = await readKeys(join(folder, "keys"), records);
  await cleanUp(records);
  return createVault({ store: createFileStore(records), secret });
}

const KEY = /^[A-Za-z0-9_-]{43,}$/;

/** Reads the keys from their file, which the first process creates. */
async function readKeys(path: string, records: string): Promise<string[]> {
  if ((await readIfExists(path)) === undefined) {
    const orphans = (await readdir(records)).length > 0;
    // Another process may have created both since the first check.
    if (orphans && (await readIfExists(path)) === undefined) {
      throw new VaultFileError(
        `The key file ${path} is missing, and the records next to it cannot be read without it. Restore it from a backup, ` +
          "or remove the whole folder to start over.",
      );
    }
    await createPrivateFile(path, `${randomBytes(32).toString("base64url")}\n`);
  }
  await assertPrivate(path, "600");
  const lines = ((await readIfExists(path)) ?? "").split(/\r?\n/).filter((line) => line !== "");
  if (lines.length === 0 || !lines.every((line) => KEY.test(line))) {
    throw new VaultFileError(
      `The key file ${path} is damaged: it must contain one key per line, newest first. Restore it from a backup; without it the records ` +
        "cannot be read. To start over, remove the whole folder. Create a key with: " +
        "node -e \"console.log(require('node:crypto').randomBytes(32).toString('base64url'))\"",
    );
  }
  return lines;
}
