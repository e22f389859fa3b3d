import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
// Before the server, which reads the secret.
import "./src/development.ts";
import { build, elicitation } from "./src/server.ts";

// The example server is part of the development server, so that one command starts both.
const mcp = elicitation.createHandler(build);

export default defineConfig({
  plugins: [
    react(),
    { name: "mcp", configureServer: ({ middlewares }) => void middlewares.use("/mcp", mcp.node) },
  ],
  test: { environment: "happy-dom" },
});
