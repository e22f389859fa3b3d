import type { Buffer } from "node:buffer";
import { binding } from "../keys/cipher.js";
import { VaultError } from "../errors.js";
import { createAppendOnlyList, type AppendOnlyList } from "./append-only-list.js";
import type { RootKey } from "../keys/root-key.js";
import type { VaultId, VaultScope, VaultStore } from "../vault.js";

/**
 * The names of all secrets a vault has ever stored, because a store cannot list its keys: a list of scopes, and a list of
 * names for each scope. Names stay, encrypted, when their secret is deleted, and may occur twice.
 */
export interface NameIndex {
  has(id: VaultId): Promise<boolean>;
  add(id: VaultId): Promise<void>;
  /** Yields a `VaultError` for each record that has been tampered with. */
  names(scope: VaultScope): AsyncGenerator<string | VaultError>;
  /** Yields a `VaultError` for each record that has been tampered with. */
  scopes(): AsyncGenerator<VaultScope | VaultError>;
}

export function createNameIndex(store: VaultStore, root: RootKey): NameIndex {
  const scopeList = createAppendOnlyList(store, (n) => root.nameOf("scope", String(n)));
  const nameList = ({ principal, server }: VaultScope): AppendOnlyList =>
    createAppendOnlyList(store, (n) => root.nameOf("name", principal, server, String(n)));
  const ofScope = (place: string): Buffer => binding("scope", place);
  const ofName = ({ principal, server }: VaultScope, place: string): Buffer =>
    binding("name", place, principal, server);

  /** A marker written after the entry in the list, which saves searching the list. */
  const scopeMark = ({ principal, server }: VaultScope): string =>
    root.nameOf("listed", principal, server);
  const nameMark = ({ principal, server, name }: VaultId): string =>
    root.nameOf("listed", principal, server, name);
  const isSet = async (mark: string): Promise<boolean> => (await store.get(mark)) !== undefined;

  return {
    has: (id) => isSet(nameMark(id)),
    async add(id) {
      if (!(await isSet(scopeMark(id)))) {
        const { principal, server } = id;
        const scope = JSON.stringify({ principal, server });
        await scopeList.append((place) => root.seal(scope, ofScope(place)), principal);
        await store.put(scopeMark(id), "1", { owner: principal });
      }
      const name = JSON.stringify(id.name);
      await nameList(id).append((place) => root.seal(name, ofName(id, place)), id.principal);
      await store.put(nameMark(id), "1", { owner: id.principal });
    },
    async *names(scope) {
      for await (const { record, place } of nameList(scope).read()) {
        yield opened(() => JSON.parse(root.open(record, ofName(scope, place))) as string);
      }
    },
    async *scopes() {
      for await (const { record, place } of scopeList.read()) {
        yield opened(() => JSON.parse(root.open(record, ofScope(place))) as VaultScope);
      }
    },
  };
}

function opened<T>(open: () => T): T | VaultError {
  try {
    return open();
  } catch (error) {
    if (error instanceof VaultError) return error;
    throw error;
  }
}
