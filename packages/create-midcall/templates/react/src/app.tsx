import { ElicitationDialog, ElicitationProvider, useMcp, type UseMcpOptions } from "midcall/react";
import "midcall/react/theme.css";
import { useState } from "react";

/** A host with one button: it calls a tool, and the tool's question comes up in a dialog. */
export function App({ url, transportOptions }: Pick<UseMcpOptions, "url" | "transportOptions">) {
  const mcp = useMcp({ url, transportOptions, server: "Tables", startedBy: "user" });
  const [said, setSaid] = useState("");

  async function book() {
    const { content } = await mcp.callTool("book_table", { restaurant: "Chez Anne" });
    setSaid(content.map((block) => (block.type === "text" ? block.text : block.type)).join("\n"));
  }

  return (
    <ElicitationProvider inbox={mcp.inbox}>
      <main>
        <h1>My host</h1>
        <button disabled={mcp.state !== "ready"} onClick={() => void book()}>
          Book a table
        </button>
        <p role="status">{mcp.error?.message ?? said}</p>
      </main>
      <ElicitationDialog />
    </ElicitationProvider>
  );
}
