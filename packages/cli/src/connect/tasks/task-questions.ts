import { setImmediate } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";
import { member } from "../../json.js";

/** Ends the questions of a task of 2025-11-25 with its call, whatever else is running. */
export interface TaskQuestions {
  /** A task has begun. @param signal - aborted when its call is over. @returns must be called when the task has ended */
  begin(taskId: unknown, signal: AbortSignal): () => void;
  /** Must be called after the client's handler for questions was set. */
  attach(): void;
}

/** The key in `_meta` that names the task that a message belongs to. */
export const RELATED = "io.modelcontextprotocol/related-task";

/** The task that a request or notification belongs to, according to its sender. */
export const relatedTaskOf = (message: unknown): unknown =>
  member(member(member(member(message, "params"), "_meta"), RELATED), "taskId");

export function createTaskQuestions(client: Client): TaskQuestions {
  const running = new Map<unknown, AbortSignal>();
  return {
    begin(taskId, signal) {
      const ended = new AbortController();
      const over = AbortSignal.any([ended.signal, signal]);
      if (!running.has(taskId)) running.set(taskId, over);
      return () => {
        ended.abort();
        if (running.get(taskId) === over) running.delete(taskId);
      };
    },
    attach() {
      const handle = client.fallbackRequestHandler;
      if (!handle) return;
      client.fallbackRequestHandler = async (request, context) => {
        const task = relatedTaskOf(request);
        // The question may have arrived together with the task, which is then known in the next turn.
        if (task !== undefined && !running.has(task)) await setImmediate();
        const over = running.get(task);
        if (!over) return handle.call(client, request, context);
        const signal = AbortSignal.any([context.mcpReq.signal, over]);
        const mcpReq = { ...context.mcpReq, signal };
        return handle.call(client, request, { ...context, mcpReq });
      };
    },
  };
}
