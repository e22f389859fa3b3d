/** The bill of materials of the published package in `folder` (`packages/midcall`), as `npm sbom` writes it. */
export function sbomOf(folder: string): Promise<{
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly licenses?: readonly { readonly license?: { readonly id?: string } }[];
  }[];
}>;
