import type { CallResultView } from "../../../../src/console/views/api-types.js";
import { ContentPart, type ContentPartProps } from "./content-part.js";
import { visibleText } from "../../visible-text.js";
import { t } from "../../messages/text.js";

export interface CallResultProps extends Pick<ContentPartProps, "onRead"> {
  readonly result: CallResultView;
  readonly isError: boolean;
}

/** The result of a call, without links or active content. */
export function CallResult(props: CallResultProps): React.ReactNode {
  const { result, isError, onRead } = props;
  const { parts, description, problem } = result;
  return (
    <div className="result" data-error={isError || undefined}>
      {isError && <p className="problem">{t("The tool reported an error:")}</p>}
      {problem !== undefined && <p className="problem words">{problem}</p>}
      {description !== undefined && description !== "" && (
        <p className="hint">{visibleText(description)}</p>
      )}
      {parts.length === 0 && problem === undefined && (
        <p className="muted">{t("The result is empty.")}</p>
      )}
      {parts.map((part, index) => (
        <ContentPart key={index} part={part} onRead={onRead} />
      ))}
    </div>
  );
}
