import type { Sealer } from "../state/sealer.js";

/** The hooks of `elicitation.verify`, with the sealer whose states they leave alone. */
const hooks = new WeakMap<object, Sealer>();

/** Notes a hook that leaves the states of a sealer to midcall's own check. */
export function noteVerifyHook<T extends object>(hook: T, sealer: Sealer): T {
  hooks.set(hook, sealer);
  return hook;
}

/** Whether a server's hook for states does nothing with this one. */
export function leavesState(hook: unknown, state: string | undefined): boolean {
  if (hook === undefined || state === undefined) return true;
  return typeof hook === "function" && hooks.get(hook)?.claims(state) === true;
}
