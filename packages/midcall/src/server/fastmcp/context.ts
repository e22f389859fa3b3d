import { createLazyMember } from "../../internal/memory/lazy-member.js";
import type { RunningCall } from "../call/run-handler.js";
import type { Elicitation, ElicitationMethods } from "../context.js";

/** The context of fastmcp, with midcall's additions instead of its own `elicit`. */
export type ElicitationContext<C = object> = Omit<C, keyof Elicitation> & Elicitation;

/** What is used of the context of fastmcp. Prompts and resources have less of it than tools. */
export interface FastMcpContext {
  readonly elicit: unknown;
  readonly signal?: AbortSignal;
  /** What `authenticate` returned. */
  readonly session?: unknown;
  readonly streamContent?: (content: unknown) => Promise<void>;
  readonly reportProgress?: (progress: object) => Promise<void>;
}

/** @param progressToken - of the request */
export function createContext(
  context: FastMcpContext,
  progressToken: string | number | undefined,
  methods: ElicitationMethods,
  call: RunningCall,
): ElicitationContext<FastMcpContext> {
  const { reportProgress, streamContent } = context;
  const made = {
    ...context,
    ...(reportProgress && {
      reportProgress: (progress: object) =>
        call.send(async () => {
          if (progressToken === undefined) return;
          const params = { ...progress, progressToken };
          await call.notify({ method: "notifications/progress", params });
        }),
    }),
    ...(streamContent && {
      streamContent: (content: unknown) => call.send(() => streamContent(content)),
    }),
    ...methods,
  };
  defineSignal(made, () => call.signal);
  return made as ElicitationContext<FastMcpContext>;
}

const defineSignal = createLazyMember<AbortSignal>("signal");
