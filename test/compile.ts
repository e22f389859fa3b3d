import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const tsc = join(root, "node_modules/typescript-7/bin/tsc");

/** What the compiler says of a file. */
export interface Problem {
  /** The name of the file; empty for what is about the options. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The number of the message, as in TS2322. */
  readonly code: number;
  readonly message: string;
}

/** What of `tsconfig.json` these files need. */
export interface Compilation {
  /** The text of each file, by its name. */
  readonly files: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, unknown>>;
  /** Other files, by their whole paths. */
  readonly others?: readonly string[];
}

const run = (args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [tsc, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.once("error", reject);
    child.once("close", () => resolve(said));
  });

/** Compiles files that are in a folder of this repository for as long as it takes. */
export async function compile({ files, options, others = [] }: Compilation): Promise<Problem[]> {
  const artifacts = join(root, "test/artifacts");
  await mkdir(artifacts, { recursive: true });
  const folder = await mkdtemp(join(artifacts, "compiled-"));
  try {
    await Promise.all(
      Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)),
    );
    const config = {
      compilerOptions: { strict: true, noEmit: true, skipLibCheck: true, ...options },
      files: [...Object.keys(files), ...others],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    return problemsOf(await run(["-p", folder, "--pretty", "false"]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each message begins a line; what explains it follows on lines that are indented. */
function problemsOf(said: string): Problem[] {
  const problems: Problem[] = [];
  for (const line of said.split(/\r?\n/).filter(Boolean)) {
    const [, file = "", at = "0", code, message] =
      /^(?:(.*?)\((\d+),\d+\): )?error TS(\d+): (.*)$/.exec(line) ?? [];
    const last = problems.pop();
    if (code !== undefined) {
      if (last) problems.push(last);
      problems.push({
        file: basename(file),
        line: Number(at),
        code: Number(code),
        message: message!,
      });
    } else if (last && /^\s/.test(line)) {
      problems.push({ ...last, message: `${last.message} ${line.trim()}` });
    } else throw new Error(`The compiler said something else: ${said}`);
  }
  return problems;
}
