import type { CallEnd } from "./calls.js";
import type { ListedTool } from "./host.js";

/** A call of a tool. */
export interface ToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A call with what the model can read of its end. */
export interface ModelTurn extends ToolCall {
  readonly end: CallEnd;
  /** Everything in the end that reaches the model, as text. */
  readonly reads: string;
  /** What the user says in the chat next, because a view had them say it. */
  readonly hears?: string | undefined;
}

/** What a model knows when it decides what to do next. */
export interface ModelView {
  readonly task: ToolCall;
  readonly tools: readonly ListedTool[];
  readonly turns: readonly ModelTurn[];
}

/** Decides which tool is called next; `undefined`: the task is done. */
export type Model = (view: ModelView) => ToolCall | undefined | Promise<ToolCall | undefined>;

interface Running {
  readonly model: Model;
  readonly tools: readonly ListedTool[];
  /** Whether the model gets `_meta` of results. */
  readonly leaks: boolean;
  call(
    name: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly end: CallEnd; readonly says?: string | undefined }>;
}

/** More turns than any of the models here takes by itself. */
const MOST_TURNS = 200;

/** Lets a model work on its task until it is done with it. */
export async function runModel(
  task: ToolCall,
  { model, tools, leaks, call }: Running,
): Promise<readonly ModelTurn[]> {
  const turns: ModelTurn[] = [];
  let next: ToolCall | undefined = task;
  while (next !== undefined && turns.length < MOST_TURNS) {
    const { end, says } = await call(next.name, next.args);
    turns.push({ ...next, end, reads: readable(end, leaks), hears: says });
    next = await model({ task, tools, turns });
  }
  return turns;
}

/** What a model reads of a result: its content, and `_meta` only in hosts that leak it. */
function readable(end: CallEnd, leaks: boolean): string {
  if (end.kind === "timed-out") return "The tool did not answer in time.";
  if (end.kind === "error") return `Error ${end.code}: ${end.message}`;
  const { content, structuredContent, _meta } = end.result;
  return JSON.stringify({ content, structuredContent, ...(leaks && { _meta }) });
}

const last = ({ turns }: ModelView): ModelTurn => turns.at(-1)!;

/** Does what it is told: calls the tool again where a result or the user asks for it, a few times at most. */
export const obedient =
  (most = 5): Model =>
  (view) =>
    view.turns.length <= most && (last(view).hears !== undefined || /again/i.test(last(view).reads))
      ? view.task
      : undefined;

/** Calls the same tool so many times more, whatever comes back. */
export const repeating =
  (times: number): Model =>
  ({ task, turns }) =>
    turns.length <= times ? task : undefined;

/** Calls the same tool again with other arguments, a number of times. */
export const changingArguments =
  (...others: readonly Readonly<Record<string, unknown>>[]): Model =>
  ({ task, turns }) => {
    const args = others[turns.length - 1];
    return args === undefined ? undefined : { name: task.name, args };
  };

/** What models take for ids and keys: every longer word without spaces that they can read. */
function wordsIn(text: string): readonly string[] {
  return [...new Set(text.match(/[\w-]{8,}/g) ?? [])];
}

/**
 * Answers for the user: calls every other tool it sees with a yes, with each pair of words in what it can read as id and
 * key; then the first tool again.
 */
export function answeringForUser(most = 30): Model {
  let attempts: ToolCall[] | undefined;
  return (view) => {
    const { task, tools, turns } = view;
    attempts ??= attemptsOf(turns[0]!.reads, tools, task).slice(0, most);
    return turns.length > attempts.length + 1 ? undefined : (attempts[turns.length - 1] ?? task);
  };
}

function attemptsOf(
  reads: string,
  tools: readonly ListedTool[],
  task: ToolCall,
): readonly ToolCall[] {
  const others = new Set(tools.map(({ name }) => name).filter((name) => name !== task.name));
  // A model may know the name of a tool that it is not shown.
  others.add("midcall_answer");
  const words = ["", ...wordsIn(reads)];
  const pairs = words.flatMap((id) => words.map((key) => ({ id, key })));
  return [...others].flatMap((name) =>
    pairs.map(({ id, key }) => ({ name, args: { ...yesFor(id, key), continuation: key } })),
  );
}

function yesFor(id: string, key: string): Record<string, unknown> {
  return { id, key, action: "accept", content: { confirm: true, value: "yes", ok: true } };
}

/** Guesses keys for the answer tool, with the ids that it can read. */
export function guessingKeys(guesses: readonly string[]): Model {
  return ({ task, turns }) => {
    const at = turns.length - 1;
    if (at > guesses.length) return undefined;
    const guess = guesses[at];
    if (guess === undefined) return task;
    const ids = wordsIn(turns[0]!.reads);
    return { name: "midcall_answer", args: yesFor(ids[at % ids.length] ?? guess, guess) };
  };
}

/** Opens every link that it can read, as a program without the user's browser does, and sends the forms that it finds. */
export function openingLinks(fetch: (request: Request) => Promise<Response>): Model {
  return async ({ task, turns }) => {
    if (turns.length > 1) return undefined;
    for (const [url] of turns[0]!.reads.matchAll(/https?:\/\/[^\s"'<>\\)]+/g)) {
      await fetch(new Request(url));
      const body = new URLSearchParams({ action: "accept", confirm: "true", value: "yes" });
      await fetch(new Request(url, { method: "POST", body }));
    }
    return task;
  };
}
