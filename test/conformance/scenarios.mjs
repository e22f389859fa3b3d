/** What we run: every scenario of the suite about elicitation or multi-round requests, by side. */

const ON_2025 = [
  ["2025-06-18", "tools-call-elicitation"],
  ["2025-11-25", "tools-call-elicitation"],
  ["2025-11-25", "elicitation-sep1034-defaults"],
  ["2025-11-25", "elicitation-sep1330-enums"],
];

const ON_2026 = [
  "basic-elicitation",
  "basic-sampling",
  "basic-list-roots",
  "request-state",
  "multiple-input-requests",
  "multi-round",
  "missing-input-response",
  "non-tool-request",
  "result-type",
  "unsupported-methods",
  "tampered-state",
  "capability-check",
  "ignore-extra-params",
  "validate-input",
].map((name) => ["2026-07-28", `input-required-result-${name}`]);

const AS_CLIENT = [
  ["2025-11-25", "elicitation-sep1034-client-defaults"],
  ["2026-07-28", "sep-2322-client-request-state"],
  ["2026-07-28", "request-metadata"],
];

/**
 * Of the extension for tasks. `tasks-status-notifications` is left out: the suite skips it, whatever a server does. They
 * are on no version's timeline, so the suite runs them only when it is made to.
 */
const TASKS = [
  "lifecycle",
  "capability-negotiation",
  "wire-fields",
  "request-state-removal",
  "mrtr-input",
  "request-headers",
  "dispatch-and-envelope",
  "required-task-error",
  "mrtr-composition",
].map((name) => ["2026-07-28", `tasks-${name}`]);

const named = ([protocolVersion, scenario]) => ({ protocolVersion, scenario });

/** Fewer successes than `minimum` means that the suite skipped something, whatever it printed. */
export const SERVER_RUN = { scenarios: [...ON_2025, ...ON_2026].map(named), minimum: 53 };
/** On a server of SDK 1.x, which speaks 2025 only. */
export const SDK_V1_RUN = { scenarios: ON_2025.map(named), minimum: 16 };
export const CLIENT_RUN = { scenarios: AS_CLIENT.map(named), minimum: 18 };
/** On a server whose tools run as tasks. */
export const TASKS_RUN = {
  scenarios: TASKS.map((scenario) => ({ ...named(scenario), isForced: true })),
  minimum: 44,
};
/**
 * Those of them that handlers of midcall's pass as tasks. The others want a task that the client cannot do without, and a
 * JSON-RPC error for what a tool throws.
 */
const AS_HANDLERS = [
  "capability-negotiation",
  "wire-fields",
  "request-state-removal",
  "mrtr-input",
  "request-headers",
  "dispatch-and-envelope",
  "mrtr-composition",
].map((name) => `tasks-${name}`);
export const TASK_HANDLERS_RUN = {
  scenarios: TASKS_RUN.scenarios.filter(({ scenario }) => AS_HANDLERS.includes(scenario)),
  minimum: 32,
};
