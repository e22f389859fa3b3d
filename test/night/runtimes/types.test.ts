import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { FOLDER, runtimeFile, runtimeProgram } from "./install.mjs";

const exec = promisify(execFile);

/** The errors of a compiler; an empty text if there is none. */
async function check(program: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
  return exec(program, args, { cwd: FOLDER, env }).then(
    () => "",
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

const compiler = runtimeFile("typescript-6/bin/tsc");
const strict = ["--noEmit", "--ignoreConfig", "--strict", "--skipLibCheck"];
const modern = ["--target", "es2023", "--module", "nodenext"];

/** Each file is compiled by itself, because the types of two runtimes do not go together. */
const files = [
  { file: "node.ts", types: "node" },
  { file: "bun.ts", types: "bun" },
  { file: "deno.ts", types: "deno", lib: "esnext" },
  { file: "workers.ts", types: "@cloudflare/workers-types", lib: "esnext" },
  { file: "mistakes.ts", types: "node" },
];

describe("the types of a handler", () => {
  it.each(files)(
    "fit in $file, with the types of $types",
    async ({ file, types, lib }) => {
      const own = ["--types", types, ...(lib ? ["--lib", lib] : []), `types/${file}`];
      expect(await check(process.execPath, [compiler, ...strict, ...modern, ...own])).toBe("");
    },
    60_000,
  );

  it("fit Deno.serve, as Deno itself checks them", async () => {
    const args = ["check", "--sloppy-imports", "types/deno.ts"];
    expect(await check(runtimeProgram("deno"), args)).toBe("");
  });
});

/** What a compiler says first of each mistake in questions.ts, in its order. */
const FIRST_LINES = [
  `Argument of type 'ZodObject<{ when: ZodDate; }, $strip>' is not assignable to parameter of type '"the field 'when' is a Date: use an ISO date string, such as z.iso.date(), and transform it"'.`,
  `Argument of type 'ZodObject<{ address: ZodObject<{ city: ZodString; }, $strip>; }, $strip>' is not assignable to parameter of type '"the field 'address' is an object: move its fields to the top level of the form"'.`,
  `Argument of type 'ZodObject<{ tags: ZodArray<ZodString>; }, $strip>' is not assignable to parameter of type '"the field 'tags' is a list of free values: use a list of an enum, or one string and split it"'.`,
  `Argument of type 'ZodObject<{ id: ZodUnion<readonly [ZodString, ZodNumber]>; }, $strip>' is not assignable to parameter of type '"the field 'id' has more than one type: use one type, or a string and transform it"'.`,
  `Argument of type 'ZodObject<{ password: ZodString; }, $strip>' is not assignable to parameter of type '"the field 'password' is a secret, which a form shows to the host: use ctx.secret() or a URL, or say why in allowSensitive"'.`,
  `Argument of type 'ZodMiniObject<{ name: ZodMiniString<string>; }, $strip>' is not assignable to parameter of type '"zod/mini needs its converter: pass z.toJSONSchema(schema, { io: 'input' }), or use 'zod' 4.2 or later"'.`,
  `Argument of type '{ name: z.ZodString; }' is not assignable to parameter of type '"these are the fields of a form: wrap them in an object, such as z.object({ … })"'.`,
  "Object literal may only specify known properties, but 'timeout' does not exist in type 'ElicitOptions<undefined>'. Did you mean to write 'timeoutMs'?",
  "Object literal may only specify known properties, but 'timeout' does not exist in type 'UrlElicitOptions'. Did you mean to write 'timeoutMs'?",
  "Object literal may only specify known properties, but 'timeout' does not exist in type 'ConfirmOptions'. Did you mean to write 'timeoutMs'?",
  "Object literal may only specify known properties, but 'timeout' does not exist in type 'SecretOptions<undefined>'. Did you mean to write 'timeoutMs'?",
  "Object literal may only specify known properties, but 'timeout' does not exist in type 'ConnectOptions'. Did you mean to write 'timeoutMs'?",
  "Object literal may only specify known properties, but 'write' does not exist in type 'StepOptions'. Did you mean to write 'writes'?",
  `Argument of type '() => bigint' is not assignable to parameter of type '"a bigint cannot be written as JSON: return it as a string"'.`,
  "Type 'Promise<number>' is not assignable to type 'Promise<string>'.",
];

describe("the first line of a message about a question", () => {
  it.each(["typescript-5", "typescript-6", "typescript-7"])(
    "names the mistake and what to do, in %s",
    async (name) => {
      const options = strict.filter((word) => name !== "typescript-5" || word !== "--ignoreConfig");
      const own = ["--types", "node", "types/questions.ts"];
      const said = await check(process.execPath, [
        runtimeFile(`${name}/bin/tsc`),
        ...options,
        ...modern,
        ...own,
      ]);
      const first = said.matchAll(/^types\/questions\.ts\(\d+,\d+\): error TS\d+: (.*)$/gm);
      expect([...first].map(([, message]) => message)).toEqual(FIRST_LINES);
    },
    60_000,
  );
});
