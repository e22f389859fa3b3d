/** The address of the view of `examine_view`. */
export const VIEW_URI = "ui://midcall-doctor/view.html";
export const VIEW_MIME_TYPE = "text/html;profile=mcp-app";

/** A view that calls `view_opened` with the key of the result's `_meta`, or without it if none comes. */
export const VIEW = `<!doctype html>
<html lang="en" style="color-scheme:light dark"><meta charset="utf-8"><title>midcall doctor</title>
<body style="font:1rem system-ui"><p id="text">This view is waiting for its host.</p>
<script>
let last = 0, isDone = false;
const waiting = new Map();
const post = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const request = (method, params) =>
  new Promise((resolve) => {
    waiting.set(++last, resolve);
    post({ id: last, method, params });
  });
async function report(key) {
  if (isDone) return;
  isDone = key !== undefined;
  const response = await request("tools/call", {
    name: "view_opened",
    arguments: key === undefined ? {} : { key },
  });
  document.getElementById("text").textContent = response.error
    ? "This view is shown, but it may not call its tool."
    : "This view is shown and works. Ask for the results now.";
}
addEventListener("message", ({ source, data }) => {
  if (source !== parent || !data || data.jsonrpc !== "2.0") return;
  if (data.method === undefined) {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  } else if (data.method === "ui/notifications/tool-result") {
    void report(data.params?._meta?.["midcall/doctor-key"]);
  } else if (data.id !== undefined) post({ id: data.id, result: {} });
});
request("ui/initialize", {
  protocolVersion: "2026-01-26",
  appInfo: { name: "midcall-doctor", version: "1" },
  appCapabilities: {},
}).then(() => {
  post({ method: "ui/notifications/initialized", params: {} });
  post({ method: "ui/notifications/size-changed", params: { height: 80 } });
});
</script>
`;
