import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createElicitation, type ElicitationOptions } from "midcall/server";
import { createMemoryStore } from "midcall/store";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

async function readme(): Promise<string> {
  return readFile(join(root, "README.md"), "utf8");
}

describe("the README", () => {
  it("shows the example that is compiled", async () => {
    const source = await readFile(join(root, "examples/src/readme.ts"), "utf8");
    const [, block] = /```ts\n([\s\S]*?)```/.exec(await readme()) ?? [];
    expect(block).toBe(source);
  });

  it("shows the React host that is type-checked with the tests", async () => {
    const source = await readFile(
      join(root, "packages/midcall/test/react/readme-use-mcp.tsx"),
      "utf8",
    );
    expect(await readme()).toContain(`\`\`\`tsx\n${source}\`\`\``);
  });

  it.each(["parts", "headless"])(
    "docs/react.md shows the code for %s that is type-checked with the tests",
    async (name) => {
      const source = await readFile(
        join(root, `packages/midcall/test/react/docs/${name}.tsx`),
        "utf8",
      );
      const page = await readFile(join(root, "docs/react.md"), "utf8");
      expect(page).toContain(`\`\`\`tsx\n${source}\`\`\``);
    },
  );

  it.each(["2025-11-25", "2026-07-28"])(
    "shows an example that works on %s",
    async (protocolVersion) => {
      const client = new Client(
        { name: "reader", version: "1.0.0" },
        {
          capabilities: { elicitation: { form: {} } },
          ...(protocolVersion === "2026-07-28" && {
            versionNegotiation: { mode: { pin: protocolVersion } },
          }),
        },
      );
      client.setRequestHandler("elicitation/create", async ({ params }) => {
        expect(params.message).toBe("A table at Chez Nous: for how many?");
        return { action: "accept" as const, content: { people: 4, terrace: true } };
      });
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [join(root, "examples/dist/readme.js")],
      });
      await client.connect(transport);
      try {
        const result = await client.callTool({
          name: "book_table",
          arguments: { restaurant: "Chez Nous" },
        });
        expect(result.content).toEqual([{ type: "text", text: "Booked for 4, on the terrace." }]);
      } finally {
        await client.close();
      }
    },
  );

  it("docs/operating.md and the comment of handler.drain show the same lines for SIGTERM", async () => {
    const page = await readFile(join(root, "docs/operating.md"), "utf8");
    const lines = /```ts\n(process\.once\("SIGTERM"[\s\S]*?)```/.exec(page)?.[1];
    const source = await readFile(
      join(root, "packages/midcall/src/server/http/handler.ts"),
      "utf8",
    );
    const comments = source.replaceAll(/^ {3}\* ?/gm, "");
    expect(lines).toContain("store.close()");
    expect(comments).toContain(`\`\`\`ts\n${lines}\`\`\``);
  });

  it("and docs/fallback.md show options of createElicitation that are accepted", async () => {
    const pages = await readFile(join(root, "docs/fallback.md"), "utf8");
    const calls = [...`${await readme()}${pages}`.matchAll(/^createElicitation\((\{.*?\})\);/gm)];
    expect(calls.length).toBeGreaterThanOrEqual(6);
    const given = {
      secret: "a secret of more than thirty-two bytes",
      store: createMemoryStore(),
      pages: undefined,
      showToTheUser: () => {},
    };
    for (const [, options] of calls) {
      const read = runInNewContext(`(${options})`, given) as ElicitationOptions;
      expect(() => createElicitation(read)).not.toThrow();
    }
  });

  it("names scripts that exist, and links to files that exist", async () => {
    const text = await readme();
    const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    for (const [, name] of text.matchAll(/npm run ([\w:-]+)/g))
      expect(scripts).toHaveProperty([name!]);
    for (const [, path] of text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
      await expect(
        import("node:fs/promises").then(({ stat }) => stat(join(root, path!))),
        path,
      ).resolves.toBeDefined();
    }
  });
});
