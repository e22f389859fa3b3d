import { follow, type Plan } from "./plan.mjs";

/** What the user says to a question, from its words alone. */
export function answerTo(message: string): Record<string, unknown> {
  let sum = 0;
  for (const char of message) sum = (sum * 31 + char.charCodeAt(0)) >>> 0;
  if (message.endsWith("!"))
    return sum % 3 === 0
      ? { action: "decline" }
      : { action: "accept", content: { confirm: sum % 2 === 0 } };
  return sum % 9 === 0
    ? { action: "decline" }
    : { action: "accept", content: { value: "abc"[sum % 3] } };
}

/** What a call has to come to with these answers, and what it asks and does on the way. */
export async function expected(
  id: string,
  plan: Plan,
): Promise<{ outcome: unknown; asked: string[]; steps: string[] }> {
  const asked: string[] = [];
  const steps: string[] = [];
  const say = (message: string): { content?: { value?: string; confirm?: boolean } } => {
    asked.push(message);
    return answerTo(message);
  };
  const outcome = await follow(plan, {
    ask: async (name) => say(`${id} ${name}?`).content?.value ?? "decline",
    confirm: async (name) => say(`${id} ${name}!`).content?.confirm === true,
    step: async (name) => (steps.push(`${id} ${name}`), `did ${name}`),
  });
  return { outcome, asked: asked.sort(), steps: steps.sort() };
}
