// Names of other runtimes, and what the compiler of Svelte knows.
import type { Inbox } from "midcall/client";

declare global {
  const Bun: { serve(options: unknown): void };
  const Deno: { serve(handler: unknown): void };
  function $props(): { inbox: Inbox };
  const $state: { raw<T>(value: T): T };
}
