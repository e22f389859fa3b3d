// Names of other runtimes.
declare const Bun: { serve(options: unknown): void };
declare const Deno: { serve(handler: unknown): void };
// What the compiler of Svelte knows.
declare function $props(): { inbox: import("midcall/client").Inbox };
declare const $state: { raw<T>(value: T): T };
