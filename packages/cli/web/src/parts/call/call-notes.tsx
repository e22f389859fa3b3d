import type { CallView } from "../../../../src/console/views/api-types.js";

/** What became of questions, by the inbox's reason: of one, and of several. */
const WORDS: Readonly<Record<string, string>> = {
  withdrawn: "was taken back by the server",
  deadline: "ran out of time",
  blocked: "was refused (this server may not ask)",
  "secret-refused": "was refused (it asks for a secret in a form)",
  "rate-limit": "was not shown (the server asks too often)",
  "queue-full": "was not shown (too many were open)",
  "no-ui": "was given up (no page of the console was open)",
  unreadable: "could not be shown (not what the protocol allows)",
  field: "could not be shown (a required field is of an unknown kind)",
  mode: "could not be shown (neither a form nor a link)",
  "url:not-a-url": "was refused (the link is no complete web address)",
  "url:too-long": "was refused (the link is too long to check)",
  "url:hidden-characters": "was refused (the link has hidden characters)",
  "url:scheme": "was refused (the link is neither https nor, on this computer, http)",
  "url:credentials": "was refused (the link has a user name or password in it)",
  "url:private-host": "was refused (the link leads into a private network)",
};

const sentence = (reason: string, count: number): string => {
  const words = WORDS[reason] ?? `was not shown (${reason})`;
  if (count === 1) return `A question ${words}.`;
  return `${count} questions ${words.replace(/^was /, "were ")}.`;
};

/** Questions of a call that nobody answered: without this they would have gone unseen. */
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
