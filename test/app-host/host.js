/* global window, document, addEventListener */
/*
 * A host that shows a View in a sandboxed frame. What it can do is `hostOptions`, set by the test when the page
 * is loaded. The test is the server behind it: `callTool`.
 */
const { hostOptions: options, callTool } = window;
const place = document.getElementById("place");

let frame;
let lastId = 0;
let initialized;
let markInitialized;
const open = new Map();

window.host = {
  /** Everything that the View has sent. */
  seen: [],
  /** Shows the View, or shows it again as after a reload. */
  render() {
    frame?.remove();
    initialized = new Promise((resolve) => (markInitialized = resolve));
    frame = document.createElement("iframe");
    frame.title = "View";
    frame.sandbox = "allow-scripts";
    frame.src = "/view";
    place.append(frame);
  },
  initialized: () => initialized,
  notify: (method, params) => post({ method, params }),
  /** Sends a request to the View, and resolves with its answer. */
  request(method, params) {
    const id = `host-${++lastId}`;
    post({ id, method, params });
    return new Promise((resolve) => open.set(id, resolve));
  },
  /** A message that is not of the host: from another window of the page. */
  postFromElsewhere(message) {
    const other = document.createElement("iframe");
    other.srcdoc = "<p>other</p>";
    document.body.append(other);
    return new Promise((resolve) => {
      other.onload = () => {
        const script = other.contentDocument.createElement("script");
        script.textContent = `parent.frames[0].postMessage(${JSON.stringify(message)}, "*")`;
        other.contentDocument.body.append(script);
        other.remove();
        resolve();
      };
    });
  },
  post,
};

function post(message) {
  frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
}

async function answer({ id, method, params }) {
  try {
    post({ id, result: await handle(method, params) });
  } catch (error) {
    post({ id, error: { code: -32000, message: error.message } });
  }
}

async function handle(method, params) {
  switch (method) {
    case "ui/initialize":
      if (options.strict && "elicitation" in params.appCapabilities) throw new Error("Unknown key");
      return {
        protocolVersion: "2026-01-26",
        hostInfo: { name: "test host", version: "1.0.0" },
        hostCapabilities: options.capabilities ?? { serverTools: {} },
        hostContext: options.context ?? {},
      };
    case "tools/call":
      if (options.refuseTools) throw new Error("Not allowed");
      return callTool(params);
    case "ui/message":
      if (!options.capabilities?.message || options.refuseMessages) throw new Error("Not allowed");
      return {};
    case "ui/update-model-context":
      if (!options.capabilities?.updateModelContext) throw new Error("Not allowed");
      return {};
    default:
      throw new Error(`Unknown method ${method}`);
  }
}

addEventListener("message", ({ source, data }) => {
  if (source !== frame?.contentWindow) return;
  window.host.seen.push(data);
  const { id, method, params } = data;
  if (method === undefined) {
    open.get(id)?.(data.result ?? data.error);
    open.delete(id);
  } else if (id !== undefined) {
    if (!options.silent) void answer(data);
  } else if (method === "ui/notifications/initialized") {
    markInitialized();
  } else if (method === "ui/notifications/size-changed") {
    frame.style.height = `${params.height}px`;
  }
});

window.host.render();
