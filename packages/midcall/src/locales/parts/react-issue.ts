import type { IssueText } from "./issues.js";

/** The same for React: dates are entered in a native picker, to which the hint on their format does not apply. */
export const reactIssue =
  (issueText: IssueText): IssueText =>
  (issue, field) =>
    issue.code === "format" && field?.kind.startsWith("date") ? undefined : issueText(issue, field);
