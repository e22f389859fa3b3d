import { ElicitationDialog, ElicitationProvider, useMcp } from "midcall/react";
import type { ReactNode } from "react";

export function Tools(): ReactNode {
  const { state, tools, callTool, inbox } = useMcp({ url: "/mcp", server: "GitHub" });
  return (
    <ElicitationProvider inbox={inbox}>
      {tools.map(({ name }) => (
        <button key={name} disabled={state !== "ready"} onClick={() => void callTool(name)}>
          {name}
        </button>
      ))}
      <ElicitationDialog />
    </ElicitationProvider>
  );
}
