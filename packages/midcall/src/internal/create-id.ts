/** An id that is not given twice; no secret. (`crypto.randomUUID` is missing on plain http pages.) */
export function createId(): string {
  return Date.now().toString(36) + Math.random().toString(36).slice(1);
}
