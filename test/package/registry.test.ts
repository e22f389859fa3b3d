import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { compile } from "../compile.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const source = `${root}docs/registry/midcall-components.tsx`;

/** Declarations of the parts of shadcn/ui that the file imports, with the props of its own files. */
const SHADCN = `
declare module "@/components/ui/button" {
  export function Button(props: React.ComponentProps<"button"> & {
    variant?: "default" | "outline" | "ghost" | "destructive" | "link" | "secondary";
  }): React.ReactElement;
}
declare module "@/components/ui/input" { export function Input(props: React.ComponentProps<"input">): React.ReactElement; }
declare module "@/components/ui/textarea" { export function Textarea(props: React.ComponentProps<"textarea">): React.ReactElement; }
declare module "@/components/ui/dialog" {
  export function Dialog(props: { open?: boolean; onOpenChange?(open: boolean): void; children?: React.ReactNode }): React.ReactElement;
  export function DialogContent(props: React.ComponentProps<"div"> & { onOpenAutoFocus?(event: Event): void }): React.ReactElement;
  export function DialogTitle(props: React.ComponentProps<"h2">): React.ReactElement;
}
`;

describe("the registry item for shadcn/ui", () => {
  it("has the required members, and the file as it is", async () => {
    const item = JSON.parse(
      await readFile(`${root}docs/registry/midcall-dialog.json`, "utf8"),
    ) as Record<string, unknown>;
    expect(item).toMatchObject({
      $schema: "https://ui.shadcn.com/schema/registry-item.json",
      name: "midcall-dialog",
      type: "registry:component",
      dependencies: ["midcall"],
      registryDependencies: ["button", "dialog", "input", "textarea"],
    });
    expect(item["files"]).toEqual([
      {
        path: "docs/registry/midcall-components.tsx",
        type: "registry:component",
        content: await readFile(source, "utf8"),
      },
    ]);
  });

  it("compiles with the parts of shadcn/ui", async () => {
    const problems = await compile({
      files: { "shadcn.d.ts": SHADCN },
      options: {
        jsx: "react-jsx",
        target: "esnext",
        module: "esnext",
        moduleResolution: "bundler",
        types: ["react"],
      },
      others: [source],
    });
    expect(problems).toEqual([]);
  });
});
