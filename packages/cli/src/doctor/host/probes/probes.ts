import type { HostFacts } from "../host-facts.js";
import { FIELD_PROBES } from "./field-probes.js";
import type { Expected, Probe, ProbeQuestion } from "./probe.js";

/** A form with one text field, which need not be filled in. */
const note = (message: string, expected: Expected): ProbeQuestion => ({
  mode: "form",
  message,
  schema: { type: "object", properties: { note: { type: "string", title: "Note" } } },
  expected,
});

const letter = (value: string, where: string): ProbeQuestion => ({
  mode: "form",
  message: `${where} Enter the letter ${value} and press Accept (or Submit).`,
  schema: {
    type: "object",
    properties: { letter: { type: "string", title: "Letter" } },
    required: ["letter"],
  },
  expected: { action: "accept", content: { letter: value } },
});

const link = (message: string, expected: Expected): ProbeQuestion => ({
  mode: "url",
  message,
  expected,
});

/** The questions about actions, rounds and links. @param staysOpenMs - how long one of them is left open */
function otherProbes(staysOpenMs: number): readonly Probe[] {
  const seconds = Math.ceil(staysOpenMs / 1000);
  return [
    {
      name: "decline",
      about: "declining a form",
      mode: "form",
      rounds: [[note("Press Decline (or No, or Reject).", { action: "decline" })]],
    },
    {
      name: "cancel",
      about: "closing a form",
      mode: "form",
      rounds: [
        [
          note("Do not decline: close this with Escape, the closing button or Cancel.", {
            action: "cancel",
          }),
        ],
      ],
    },
    {
      name: "leave_open",
      about: "a form that stays open",
      mode: "form",
      rounds: [
        [
          note(`Do nothing for ${seconds} seconds. Then press Accept (or Submit).`, {
            action: "accept",
            staysOpen: true,
          }),
        ],
      ],
    },
    {
      name: "two_at_once",
      about: "two questions at once",
      mode: "form",
      rounds: [
        [letter("A", "The first of two questions."), letter("B", "The second of two questions.")],
      ],
    },
    {
      name: "two_rounds",
      about: "a question after a question",
      mode: "form",
      rounds: [[letter("C", "Another question follows.")], [letter("D", "The last question.")]],
    },
    {
      name: "link",
      about: "opening a link",
      mode: "url",
      since: "2025-11-25",
      rounds: [
        [link("Agree to open this link. Its page says that it was opened.", { action: "accept" })],
      ],
    },
    {
      name: "link_decline",
      about: "declining a link",
      mode: "url",
      since: "2025-11-25",
      rounds: [[link("Do not open this link: press Decline (or No).", { action: "decline" })]],
    },
    {
      name: "link_cancel",
      about: "closing the question about a link",
      mode: "url",
      since: "2025-11-25",
      rounds: [
        [
          link("Neither open nor decline: close this with Escape, the closing button or Cancel.", {
            action: "cancel",
          }),
        ],
      ],
    },
  ];
}

/** Every probe, in the order in which `examine` goes through them: first those that tell most. */
export function createProbes(staysOpenMs: number): readonly Probe[] {
  const [first, ...fields] = FIELD_PROBES;
  return [first!, ...otherProbes(staysOpenMs), ...fields];
}

/** Why this host cannot be examined with a probe; `undefined` if it can. */
export function obstacle(
  probe: Probe,
  host: HostFacts,
): "not-in-version" | "not-declared" | undefined {
  if (probe.since !== undefined && host.protocolVersion < probe.since) return "not-in-version";
  return host[probe.mode] ? undefined : "not-declared";
}
