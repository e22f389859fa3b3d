import { t } from "../../messages/text.js";
/** How a question ended without the user's answer, by the inbox's reason code; follows “A question”. */
const ENDINGS: Readonly<Record<string, string>> = {
  withdrawn: t("was withdrawn by the server"),
  deadline: t("expired"),
  blocked: t("was refused (this server is blocked)"),
  "secret-refused": t("was refused (it asks for a secret in a form)"),
  "rate-limit": t("was not shown (the server asked too many questions in a short time)"),
  "queue-full": t("was not shown (too many questions were open)"),
  "no-ui": t("was not answered (the console was not open in a browser)"),
  unreadable: t("could not be shown (it is invalid)"),
  field: t("could not be shown (it requires a field that cannot be shown here)"),
  "message-too-long": t("could not be shown (its message is too long to be shown whole)"),
  mode: t("could not be shown (its mode is not supported)"),
  "url:not-a-url": t("was refused (the link is not a complete web address)"),
  "url:too-long": t("was refused (the link is too long to check)"),
  "url:hidden-characters": t("was refused (the link contains hidden characters)"),
  "url:scheme": t("was refused (the link does not use https)"),
  "url:credentials": t("was refused (the link contains a user name or password)"),
  "url:private-host": t("was refused (the link leads to a private network)"),
};

/** Such as `was withdrawn by the server`. */
export const endingOf = (reason: string): string =>
  ENDINGS[reason] ?? t("was not shown ({0})", reason);
