/** Stands in everything that is somebody's: names, arguments, questions, answers, results, keys. In a store it is never seen. */
export const MARK = "zq7plain";

/** Stands in everything that the writer to the store makes up. */
export const FORGED = "forged-by-the-writer";

/** What really happened, as the people, the handlers and the hosts of a case have noted it. */
export class Truth {
  /** The calls that a user has made, by service. */
  readonly called: Set<string> = new Set();
  /** The questions that handlers have asked. */
  readonly asked: Set<string> = new Set();
  /** The answers that people gave, by question. */
  readonly given: Map<string, Set<string>> = new Map();
  /** What steps, progress and results of each call were. */
  readonly made: Map<string, Set<string>> = new Map();
  /** The URL interactions that have really ended. */
  readonly ended: Set<string> = new Set();
  /** What does not hold, in words. */
  readonly wrong: string[] = [];
  #count = 0;

  /** A text that has not been there before. */
  fresh(...about: readonly string[]): string {
    this.#count += 1;
    return `${MARK} ${about.join(" ")} ${this.#count}`;
  }

  must(holds: boolean, words: string): void {
    if (!holds) this.wrong.push(words);
  }

  /** Notes what a handler has made in a call. */
  make(call: string, kind: string): string {
    const text = this.fresh(kind, call);
    this.made.set(call, (this.made.get(call) ?? new Set()).add(text));
    return text;
  }

  isMade(call: string, text: unknown): boolean {
    return typeof text === "string" && this.made.get(call)?.has(text) === true;
  }

  /** A person answers a question. */
  answer(question: string): string {
    const value = this.fresh("answer");
    this.given.set(question, (this.given.get(question) ?? new Set()).add(value));
    return value;
  }

  isGiven(question: string, value: unknown): boolean {
    return typeof value === "string" && this.given.get(question)?.has(value) === true;
  }
}
