import { QUESTION_VIEW_URI } from "../../contracts/app.js";
import type { ElicitParams } from "../elicitation/encode.js";
import type { Question } from "../elicitation/question.js";
import type { HostCapabilities } from "../host/capabilities.js";
import type { Settings } from "../options.js";
import { kindOf } from "./placements.js";

/**
 * The params of an elicitation, with the view that a host may show it in (experimental). A host that cannot, or whose view
 * refuses the form, shows its own.
 *
 * @see https://github.com/modelcontextprotocol/modelcontextprotocol/pull/3118
 */
export function withRenderingView(
  params: ElicitParams,
  question: Question,
  { appElicitation }: Pick<HostCapabilities, "appElicitation">,
  { appConfirms }: Pick<Settings, "appConfirms">,
): ElicitParams {
  const kind = kindOf(question);
  const isForView = appElicitation && (kind === "form" || (kind === "human" && appConfirms));
  return isForView ? { ...params, _meta: { ui: { resourceUri: QUESTION_VIEW_URI } } } : params;
}
