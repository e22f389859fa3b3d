import { serveLoopback } from "midcall/pages";
import type { RequestedSchema } from "midcall/schema";
import { createMemoryStore } from "midcall/store";
import { createVault } from "midcall/vault";
import type { Asked } from "./pages-lab.js";

const SECRET = "a secret of the pages that is long enough";

/** A form with one field. */
export const one = (field: object, required: readonly string[] = ["field"]): RequestedSchema =>
  ({ type: "object", properties: { field }, required }) as unknown as RequestedSchema;

/** Pages on this machine whose questions a test makes itself. */
export interface AnswerLab extends AsyncDisposable {
  /** A link, with its question as `enter` takes it. */
  ask(schema: RequestedSchema): Promise<{
    readonly url: string;
    readonly question: Asked["question"];
    readonly completed: () => Promise<unknown>;
  }>;
  /** Moves the clock of the pages. */
  pass(ms: number): void;
}

export async function openAnswerLab(): Promise<AnswerLab> {
  let now = Date.now();
  const store = createMemoryStore({ now: () => now });
  const vault = createVault({ store, secret: `${SECRET} for a vault` });
  const pages = await serveLoopback({ secret: SECRET, store, vault, now: () => now });
  return {
    async ask(requestedSchema) {
      const link = await pages.answerLink({
        principal: "local",
        server: "Examples",
        message: "A question before this can go on.",
        requestedSchema,
      });
      const message = `The page asks for this code: ${link.code}`;
      return {
        url: link.url,
        question: { message } as Asked["question"],
        completed: link.completed,
      };
    },
    pass: (ms) => void (now += ms),
    [Symbol.asyncDispose]: () => pages.close(),
  };
}
