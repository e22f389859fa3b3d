/** What we run: every server scenario of the suite about elicitation or multi-round requests. */

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

/** @type {readonly { revision: string, scenario: string }[]} */
export const SCENARIOS = [...ON_2025, ...ON_2026].map(([revision, scenario]) => ({
  revision,
  scenario,
}));

/** Fewer successes than this means that the suite skipped something, whatever it printed. */
export const MINIMUM_SUCCESSES = 53;
