import type { CallView } from "../../../../src/console/views/api-types.js";

/** What happened to a question, by the inbox's reason code. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  withdrawn: "was withdrawn by the server",
  deadline: "expired",
  blocked: "was refused (this server is blocked)",
  "secret-refused": "was refused (it asks for a secret in a form)",
  "rate-limit": "was not shown (the server asked too many questions in a short time)",
  "queue-full": "was not shown (too many questions were open)",
  "no-ui": "was not answered (the console was not open in a browser)",
  unreadable: "could not be shown (it is invalid)",
  field: "could not be shown (a required field has an unsupported type)",
  mode: "could not be shown (its mode is not supported)",
  "url:not-a-url": "was refused (the link is not a complete web address)",
  "url:too-long": "was refused (the link is too long to check)",
  "url:hidden-characters": "was refused (the link contains hidden characters)",
  "url:scheme": "was refused (the link does not use https)",
  "url:credentials": "was refused (the link contains a user name or password)",
  "url:private-host": "was refused (the link leads to a private network)",
};

const sentence = (reason: string, count: number): string => {
  const words = EXPLANATIONS[reason] ?? `was not shown (${reason})`;
  if (count === 1) return `A question ${words}.`;
  return `${count} questions ${words.replace(/^was /, "were ")}.`;
};

/** Reports the questions of a call that ended without the user's answer. */
export function CallNotes({ notes }: Pick<CallView, "notes">): React.ReactNode {
  return (
    <div role="status" className="notes">
      {notes.map(({ reason, count }) => (
        <p key={reason} className="note">
          {sentence(reason, count)}
        </p>
      ))}
    </div>
  );
}
