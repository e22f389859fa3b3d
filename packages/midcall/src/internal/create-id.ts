/** A unique id, which is not secret. (`crypto.randomUUID` is not available on plain http pages.) */
export function createId(): string {
  return Date.now().toString(36) + Math.random().toString(36).slice(1);
}
