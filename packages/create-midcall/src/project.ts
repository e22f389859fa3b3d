import type { Language } from "./options.js";
import type { Choices } from "./options.js";
import { VERSIONS } from "./versions.js";

/** The files of a project, and what its manifest contains. */
export interface Project {
  /** The templates whose files it gets; a later one replaces files of an earlier one. */
  readonly templates: readonly { readonly name: string; readonly without: readonly string[] }[];
  readonly manifest: Manifest;
  /** The TypeScript configuration; `undefined` for JavaScript. */
  readonly tsconfig: object | undefined;
}

interface Manifest {
  readonly name: string;
  readonly private: true;
  readonly type: "module";
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

type PackageName = keyof typeof VERSIONS;

const SERVER: readonly PackageName[] = ["@modelcontextprotocol/server", "midcall", "zod"];
const CLIENT: readonly PackageName[] = ["@modelcontextprotocol/client", "midcall"];

/** Says what a project with these choices consists of. */
export function planProject(choices: Choices): Project {
  const { kind, language, name } = choices;
  const { dependencies, devDependencies, scripts, templates } =
    kind === "react"
      ? reactHost(language)
      : kind === "terminal"
        ? terminalHost(language)
        : server(choices);
  const isTs = language === "ts";
  const typed: PackageName[] = isTs ? ["@types/node", "typescript"] : [];
  return {
    templates,
    manifest: {
      name,
      private: true,
      type: "module",
      scripts,
      dependencies: withVersions(dependencies),
      devDependencies: withVersions([...devDependencies, ...typed]),
    },
    tsconfig: isTs ? tsconfigOf(kind === "react") : undefined,
  };
}

interface Plan {
  readonly templates: Project["templates"];
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: readonly PackageName[];
  readonly devDependencies: readonly PackageName[];
}

function server({ language, name, transport }: Choices): Plan {
  const { build, at } = paths(language);
  const hasStdio = transport !== "http";
  const hasHttp = transport !== "stdio";
  const target = hasStdio ? `-- node ${at("src/stdio")}` : "http://127.0.0.1:3000/mcp";
  return {
    templates: [
      {
        name: "server",
        without: [...(hasStdio ? [] : ["src/stdio"]), ...(hasHttp ? [] : ["src/http"])],
      },
    ],
    scripts: {
      ...(language === "ts" && { build: "tsc" }),
      start: `${build}node ${at(hasHttp ? "src/http" : "src/stdio")}`,
      console: `${hasStdio ? build : ""}midcall console --name ${name} ${target}`,
      test: `${build}node --test ${at("test/server.test")}`,
    },
    dependencies: SERVER,
    devDependencies: ["@midcall/cli", "@modelcontextprotocol/client"],
  };
}

function terminalHost(language: Language): Plan {
  const { build, at } = paths(language);
  return {
    templates: [
      { name: "server", without: ["src/http", "test/server.test"] },
      { name: "terminal", without: [] },
    ],
    scripts: {
      ...(language === "ts" && { build: "tsc" }),
      start: `${build}node ${at("src/main")}`,
      test: `${build}node --test ${at("test/call-tool.test")}`,
    },
    dependencies: [...new Set([...SERVER, ...CLIENT, "@clack/prompts" as const])],
    devDependencies: [],
  };
}

function reactHost(language: Language): Plan {
  const types: PackageName[] = language === "ts" ? ["@types/react", "@types/react-dom"] : [];
  return {
    templates: [
      { name: "server", without: ["src/http", "src/stdio", "test/server.test"] },
      { name: "react", without: [] },
    ],
    scripts: {
      start: "vite",
      build: language === "ts" ? "tsc && vite build" : "vite build",
      test: language === "ts" ? "tsc && vitest run" : "vitest run",
    },
    dependencies: [...new Set([...CLIENT, ...SERVER, "react" as const, "react-dom" as const])],
    devDependencies: [
      "@testing-library/react",
      "@testing-library/user-event",
      "@vitejs/plugin-react",
      "happy-dom",
      "vite",
      "vitest",
      ...types,
    ],
  };
}

/** How a file of a Node project is run, and what has to run before. */
function paths(language: Language): { build: string; at: (file: string) => string } {
  const isTs = language === "ts";
  return { build: isTs ? "tsc && " : "", at: (file) => `${isTs ? "dist/" : ""}${file}.js` };
}

function tsconfigOf(isReact: boolean): object {
  const shared = {
    target: "ES2023",
    strict: true,
    skipLibCheck: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  };
  return isReact
    ? {
        compilerOptions: {
          ...shared,
          module: "ESNext",
          moduleResolution: "bundler",
          lib: ["ES2023", "DOM", "DOM.Iterable"],
          types: ["node", "vite/client"],
          jsx: "react-jsx",
          noEmit: true,
        },
        include: ["src", "test", "vite.config.ts"],
      }
    : {
        compilerOptions: {
          ...shared,
          module: "NodeNext",
          types: ["node"],
          rootDir: ".",
          outDir: "dist",
        },
        include: ["src", "test"],
      };
}

function withVersions(names: readonly PackageName[]): Record<string, string> {
  return Object.fromEntries([...names].sort().map((name) => [name, VERSIONS[name]]));
}
