import type { CallNote, CallView } from "../../../../src/console/views/api-types.js";
import { endingOf } from "../../data/end-of-question.js";

const sentence = ({ reason, count }: CallNote): string => {
  const words = endingOf(reason);
  if (count === 1) return `A question ${words}.`;
  return `${count} questions ${words.replace(/^was /, "were ")}.`;
};

/** Reports the questions of a call that ended without the user's answer. */
export function CallNotes({ notes }: Pick<CallView, "notes">): React.ReactNode {
  return (
    <div role="status" className="notes">
      {notes.map((note) => (
        <div key={note.reason} className="note">
          <p>{sentence(note)}</p>
        </div>
      ))}
    </div>
  );
}
