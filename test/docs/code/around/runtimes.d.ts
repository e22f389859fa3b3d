// Names of other runtimes.
declare const Bun: { serve(options: unknown): void };
declare const Deno: { serve(handler: unknown): void };
