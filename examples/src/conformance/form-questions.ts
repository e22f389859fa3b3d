import type { ElicitationContext } from "midcall/server";
import * as z from "zod";

/** What the questions need of a context; those of every framework have it. */
type Ctx = Pick<ElicitationContext, "elicit">;

/** What the suite expects of the tools that ask with a form, in words. */
export const DESCRIPTIONS = {
  contact: "Asks for a user name and an e-mail address",
  defaults: "Asks with a default for every primitive type",
  enums: "Asks with all five enum shapes",
} as const;

export async function askForContact(ctx: Ctx, message: string): Promise<string> {
  const answer = await ctx.elicit(
    message,
    z.object({
      username: z.string().describe("User's response"),
      email: z.string().describe("User's email address"),
    }),
  );
  return `User response: ${describe(answer)}`;
}

export async function askWithDefaults(ctx: Ctx): Promise<string> {
  const answer = await ctx.elicit("Please check these values", {
    type: "object",
    properties: {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    },
  });
  return `Elicitation completed: ${describe(answer)}`;
}

export async function askWithEnums(ctx: Ctx): Promise<string> {
  const answer = await ctx.elicit("Please choose", {
    type: "object",
    properties: {
      untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
      titledSingle: { type: "string", oneOf: titled("Option") },
      legacyEnum: {
        type: "string",
        enum: ["opt1", "opt2", "opt3"],
        enumNames: ["Option One", "Option Two", "Option Three"],
      },
      untitledMulti: {
        type: "array",
        items: { type: "string", enum: ["option1", "option2", "option3"] },
      },
      titledMulti: { type: "array", items: { anyOf: titled("Choice") } },
    },
  });
  return `Elicitation completed: ${describe(answer)}`;
}

function titled(noun: string) {
  return ["First", "Second", "Third"].map((ordinal, index) => ({
    const: `value${index + 1}`,
    title: `${ordinal} ${noun}`,
  }));
}

export function describe(answer: { action: string; content?: unknown }): string {
  return `action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`;
}
