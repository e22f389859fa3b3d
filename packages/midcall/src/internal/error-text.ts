/** What was thrown, as text. Anything can be thrown, also what has no text: saying what failed must not fail. */
export function errorText(error: unknown): string {
  try {
    return String(error);
  } catch {
    return "something was thrown that cannot be shown";
  }
}
