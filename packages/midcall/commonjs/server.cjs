"use strict";

// What `require("midcall/server")` gets. The SDK's CommonJS build does not go together with the one that midcall imports.
throw new Error(
  "midcall/server needs ES modules: run `npm pkg set type=module`, or name this file .mjs (.mts), and use import instead of require.",
);
