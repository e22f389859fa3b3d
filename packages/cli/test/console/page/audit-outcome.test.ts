import { expect, it } from "vitest";
import { outcomeOf } from "../../../web/src/data/endings/audit-outcome.js";

const LIMIT = "was not shown (the server asked too many questions in a short time)";

it.each([
  [{ action: "unanswered", reason: "rate-limit", policy: ["rate-limit"] }, LIMIT],
  [{ action: "unanswered", via: "policy", reason: "rate-limit" }, LIMIT],
  [{ action: "accept", via: "console" }, "by you"],
  [
    { action: "accept", via: "link", policy: ["url:punycode"] },
    "by you, with a plain link, with a warning: the address has letters of other alphabets",
  ],
  [{ action: "decline", via: "console", reason: "Not today" }, "by you: “Not today”"],
  [{ action: "cancel", via: "console" }, "by you"],
])("the audit log says once, in words, who ended a question and why: %j", (entry, words) => {
  expect(outcomeOf(entry as Parameters<typeof outcomeOf>[0])).toBe(words);
});
