import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { sbomOf } from "../../scripts/sbom.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const exec = promisify(execFile);

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const manifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(root, folder, "package.json"), "utf8")) as Manifest;

describe.each(["packages/midcall", "packages/cli"])("what is published of %s", (folder) => {
  it("says where its source, its page and its list of faults are", async () => {
    const address = "https://github.com/midcall/midcall";
    expect(await manifest(folder)).toMatchObject({
      homepage: expect.stringMatching(new RegExp(`^${address}(/tree/main/${folder})?#readme$`)),
      repository: { type: "git", url: `git+${address}.git`, directory: folder },
      bugs: { url: `${address}/issues` },
      publishConfig: { access: "public", provenance: true },
    });
  });

  it("has the licence, what changed, and this SECURITY.md", async () => {
    const { stdout } = await exec("npm", ["pack", "--dry-run", "--json"], {
      cwd: join(root, folder),
    });
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const paths = files.map(({ path }) => path);
    for (const name of ["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md", "package.json"])
      expect(paths).toContain(name);
    const packed = await readFile(join(root, folder, "SECURITY.md"), "utf8");
    expect(packed).toBe(await readFile(join(root, "SECURITY.md"), "utf8"));
    // As the files around it are not there, in the package or on its page at npm.
    expect(packed).not.toMatch(/\]\((?!https:|#)/);
  });

  it("has a bill of materials that names each dependency with version and licence", async () => {
    const { name, version, dependencies } = await manifest(folder);
    const sbom = await sbomOf(folder);
    expect(sbom.bomFormat).toBe("CycloneDX");
    expect(sbom.metadata.component).toMatchObject({ name, version });
    for (const [needed, exact] of Object.entries(dependencies))
      expect(sbom.components).toContainEqual(
        expect.objectContaining({ name: needed, version: exact }),
      );
    const lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as {
      packages: Record<string, Partial<Manifest>>;
    };
    const locked = Object.entries(lock.packages).map(
      ([path, entry]) => `${path.replace(/^.*node_modules\//, "")}@${entry.version}`,
    );
    locked.push(`midcall@${(await manifest("packages/midcall")).version}`);
    for (const { name: component, version: installed, licenses } of sbom.components) {
      expect(licenses?.[0]?.license?.id, component).toMatch(
        /^(MIT|ISC|Apache-2\.0|BSD-\d-Clause)$/,
      );
      expect(locked, component).toContain(`${component}@${installed}`);
    }
    const names = sbom.components.map((component) => component.name);
    for (const tool of ["typescript", "vitest", "react", "eslint"])
      expect(names).not.toContain(tool);
  });
});
