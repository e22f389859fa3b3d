import { MidcallError } from "../contracts/errors.js";

/** Why a record of a vault was refused. */
export type VaultRefusal = "unknown-key" | "tampered" | "root-lost";

const WHY: Readonly<Record<Exclude<VaultRefusal, "root-lost">, string>> = {
  "unknown-key":
    "A record of the vault was made with a key that is not in the ring. " +
    "Put the earlier secret behind the present one (secret: [present, earlier]), or give the vault a store or prefix of its own.",
  tampered:
    "A record of the vault is not what a vault wrote for this person, server and name: it was changed, cut or put in " +
    "another's place. Nothing was taken from it. Find out who else writes to the store; put or delete replaces the record.",
};

/** A record in the store was refused. The message names neither person nor secret. */
export class VaultError extends MidcallError {
  static readonly code = "ERR_MIDCALL_VAULT";
  override readonly code = "ERR_MIDCALL_VAULT";
  readonly reason: VaultRefusal;

  constructor(reason: Exclude<VaultRefusal, "root-lost">);
  /** @param lost - the store's keys of the root and of the mark that there was one */
  constructor(reason: "root-lost", lost: { readonly place: string; readonly mark: string });
  constructor(
    reason: VaultRefusal,
    lost: { readonly place: string; readonly mark: string } = { place: "", mark: "" },
  ) {
    super(
      reason === "root-lost"
        ? `The root record of this vault, "${lost.place}", is gone from its store, and nothing the vault holds can be found or read without it. ` +
            `Nothing was changed. Bring the record back from a backup of the store, and find out what removed it. ` +
            `To begin anew, without all that was kept, delete "${lost.mark}".`
        : WHY[reason],
    );
    this.reason = reason;
  }
}
