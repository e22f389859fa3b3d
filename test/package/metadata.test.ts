import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
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

const packed = new Map<string, Promise<string[]>>();

/** The paths of what is published of a package. */
function packedFiles(folder: string): Promise<string[]> {
  let files = packed.get(folder);
  if (files === undefined) {
    files = exec("npm", ["pack", "--dry-run", "--json"], { cwd: join(root, folder) }).then(
      ({ stdout }) => {
        const [{ files: all }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
        return all.map(({ path }) => path);
      },
    );
    packed.set(folder, files);
  }
  return files;
}

const ADDRESS = "https://github.com/midcall/midcall";
const folders = readdirSync(join(root, "packages")).map((name) => `packages/${name}`);

/** The names of the headings of a document, as GitHub's links have them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

describe.each(folders)("what is published of %s", (folder) => {
  it("says where its source, its page and its list of faults are", async () => {
    expect(await manifest(folder)).toMatchObject({
      homepage: expect.stringMatching(new RegExp(`^${ADDRESS}(/tree/main/${folder})?#readme$`)),
      repository: { type: "git", url: `git+${ADDRESS}.git`, directory: folder },
      bugs: { url: `${ADDRESS}/issues` },
      publishConfig: { access: "public", provenance: true },
      description: expect.stringMatching(/^.{60,140}\.$/),
      license: "MIT",
    });
  });

  it("has a README, what changed and the licence", async () => {
    expect(await packedFiles(folder)).toEqual(
      expect.arrayContaining(["CHANGELOG.md", "LICENSE", "README.md", "package.json"]),
    );
    const readme = await readFile(join(root, folder, "README.md"), "utf8");
    const { name } = await manifest(folder);
    expect(readme).toMatch(new RegExp(`^# ${name}\n`));
    // What to install and what to run, and where there is more.
    expect(readme).toMatch(/```sh\n(?:[^`]*\n)?np(?:m|x) /);
    expect(readme).toContain(`](${ADDRESS}`);
  });

  it("links to what is there: in the package, or in the repository by its address", async () => {
    const files = await packedFiles(folder);
    for (const name of files.filter((path) => /^[A-Z]+\.md$/.test(path))) {
      const text = await readFile(join(root, folder, name), "utf8");
      for (const [, link] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        const [path = "", anchor] = link!.split("#");
        if (path === "") {
          expect(anchorsOf(text), `${name}: ${link}`).toContain(anchor);
        } else if (path.startsWith(ADDRESS)) {
          const [, within] = /^\/(?:blob|tree)\/main\/(.+)$/.exec(path.slice(ADDRESS.length)) ?? [];
          const target = join(root, within ?? "README.md");
          expect(existsSync(target), `${name}: ${link}`).toBe(true);
          if (anchor !== undefined && anchor !== "readme")
            expect(anchorsOf(await readFile(target, "utf8")), `${name}: ${link}`).toContain(anchor);
        } else if (!path.startsWith("https://")) {
          expect(files, `${name}: ${link}`).toContain(path);
        }
      }
    }
  });
});

describe.each(["packages/midcall", "packages/cli"])("beside the code of %s", (folder) => {
  it("is this SECURITY.md", async () => {
    expect(await packedFiles(folder)).toContain("SECURITY.md");
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
    for (const tool of ["typescript", "vitest", "react", "oxlint"])
      expect(names).not.toContain(tool);
  });
});
