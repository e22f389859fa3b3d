import type { Connection } from "./json-rpc.js";

/** Tells the host how large the View is, now and after every change. */
export function reportSize(connection: Connection, content: HTMLElement): () => void {
  let last = "";
  const report = (): void => {
    const { width, height } = content.getBoundingClientRect();
    const size = { width: Math.ceil(width), height: Math.ceil(height) };
    const text = JSON.stringify(size);
    if (text === last) return;
    last = text;
    connection.notify("ui/notifications/size-changed", size);
  };
  const observer = new ResizeObserver(report);
  observer.observe(content);
  return () => observer.disconnect();
}
