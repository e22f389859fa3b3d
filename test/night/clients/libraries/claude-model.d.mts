/** The text of a prompt that makes the model call a tool. */
export function callOf(tool: string, input: object): string;

/** Starts the API; `url` is its address. */
export function startModel(): Promise<{ readonly url: string; close(): void }>;
