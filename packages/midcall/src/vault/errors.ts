import { MidcallError } from "../contracts/errors.js";

/** Why a record of a vault was rejected. */
export type VaultRefusal = "unknown-key" | "tampered" | "root-lost";

const WHY: Readonly<Record<Exclude<VaultRefusal, "root-lost">, string>> = {
  "unknown-key":
    "No configured key can decrypt a record of the vault. Was the key rotated? " +
    "Add the earlier key after the current one (secret: [current, earlier]), or give the vault its own store or prefix.",
  tampered:
    "A record of the vault is not what the vault wrote for this user, server and name: it was changed, truncated or moved. " +
    "It was not used. Find out what else writes to the store. To recover, put or delete the secret.",
};

/** A record in the store was rejected. The message contains neither the user nor the secret. */
export class VaultError extends MidcallError {
  static readonly code = "ERR_MIDCALL_VAULT";
  override readonly code = "ERR_MIDCALL_VAULT";
  readonly reason: VaultRefusal;

  constructor(reason: Exclude<VaultRefusal, "root-lost">);
  /** @param lost - The keys, in the store, of the root record and of the marker that one existed. */
  constructor(reason: "root-lost", lost: { readonly place: string; readonly mark: string });
  constructor(
    reason: VaultRefusal,
    lost: { readonly place: string; readonly mark: string } = { place: "", mark: "" },
  ) {
    super(
      reason === "root-lost"
        ? `The root record of this vault, "${lost.place}", is missing from its store. Without it none of the vault's secrets can be found or read. ` +
            `Nothing was changed. Restore the record from a backup of the store, and find out what removed it. ` +
            `To start over and lose all secrets, delete "${lost.mark}".`
        : WHY[reason],
    );
    this.reason = reason;
  }
}
