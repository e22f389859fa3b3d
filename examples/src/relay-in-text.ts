import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { type Example, isMain, serve, text } from "./serve.js";

/**
 * If the host can ask, the user chooses a notebook in a form. Otherwise the question is returned as text for the model
 * to relay, and a second tool takes the answer.
 *
 * In that case the model could answer by itself. That is acceptable for a notebook, but not for tools that delete, pay
 * or publish: they should fail if the user cannot be asked.
 */
export const relayInText: Example = ({ elicitation, root }) => {
  const notes = join(root, "notes");
  const notebooks = async (): Promise<string[]> => {
    const entries = await readdir(notes, { withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  };
  /** The file is named after the step's key, so that a repeated attempt writes the same file. */
  const save = async (notebook: string, note: string, key: string): Promise<void> => {
    await mkdir(join(notes, notebook), { recursive: true });
    await writeFile(
      join(notes, notebook, `${key.replace(/\W/g, "").slice(0, 16)}.md`),
      `${note}\n`,
    );
  };

  return (server) => {
    server.registerTool(
      "save_note",
      {
        title: "Save a note",
        description: "Saves a note in a notebook that the user chooses.",
        inputSchema: z.object({ note: z.string().min(1).default("Water the tomatoes") }),
      },
      elicitation.handler(async ({ note }, ctx) => {
        const names = await ctx.step("notebooks", notebooks);
        if (names.length === 0)
          return text("There are no notebooks yet. Make a directory in notes/ first.");
        if (!ctx.canElicit("form")) {
          return text(
            `Ask the user into which notebook the note goes: ${names.join(", ")}. ` +
              "Then call save_note_in with their answer. Nothing was saved yet.",
          );
        }
        const answer = await ctx.elicit("Into which notebook does the note go?", names);
        if (answer.action !== "accept") return text(`Nothing was saved (${answer.action}).`);
        await ctx.step("save", ({ idempotencyKey }) => save(answer.data, note, idempotencyKey), {
          writes: true,
        });
        return text(`Saved in ${answer.data}.`);
      }),
    );

    server.registerTool(
      "save_note_in",
      {
        title: "Save a note in a notebook",
        description:
          "Saves a note in the notebook that the user named. For hosts where save_note cannot ask.",
        inputSchema: z.object({
          note: z.string().min(1).default("Water the tomatoes"),
          notebook: z
            .string()
            .default("garden")
            .describe("A directory in notes/; npm start makes garden and work"),
        }),
      },
      elicitation.handler(async ({ note, notebook }, ctx) => {
        const names = await ctx.step("notebooks", notebooks);
        if (!names.includes(notebook))
          return text(`There is no such notebook. There are: ${names.join(", ")}.`);
        await ctx.step("save", ({ idempotencyKey }) => save(notebook, note, idempotencyKey), {
          writes: true,
        });
        return text(`Saved in ${notebook}.`);
      }),
    );
  };
};

if (isMain(import.meta.url)) {
  serve("relay-in-text", "Saves notes; asks in a form, or in text if the host has no forms.", [
    relayInText,
  ]);
}
