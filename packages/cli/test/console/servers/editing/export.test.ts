import { expect, it } from "vitest";
import { readConfiguration } from "../../../../src/console/import/read-configuration.js";
import { toConfiguration } from "../../../../src/console/servers/editing/placeholders.js";

const servers = [
  {
    saved: {
      name: "Files",
      target: {
        kind: "command",
        command: "npx",
        args: [
          "-y",
          "files",
          "--api-key",
          "sk-1",
          "--token=sk-2",
          "TOKEN=sk-3",
          "https://a.b/?access_token=sk-4",
        ],
      },
      protocolVersion: "auto",
      cwd: "/home/ann",
    },
    environment: { FILES_TOKEN: "sk-5" },
    headers: {},
  },
  {
    saved: {
      name: "__proto__",
      target: { kind: "url", url: "https://example.com/mcp?page=1&api_key=sk-6" },
      protocolVersion: "auto",
    },
    environment: {},
    headers: { Authorization: "Bearer sk-7" },
  },
] as const;

it("exports servers with a named placeholder for each secret", () => {
  const exported = toConfiguration(servers);
  expect(JSON.parse(JSON.stringify(exported.mcpServers))).toEqual(
    JSON.parse(`{
      "Files": {
        "command": "npx",
        "args": ["-y", "files", "--api-key", "\${API_KEY}", "--token=\${TOKEN}", "TOKEN=\${TOKEN}", "https://a.b/?access_token=\${ACCESS_TOKEN}"],
        "env": { "FILES_TOKEN": "\${FILES_TOKEN}" },
        "cwd": "/home/ann"
      },
      "__proto__": {
        "type": "http",
        "url": "https://example.com/mcp?page=1&api_key=\${API_KEY}",
        "headers": { "Authorization": "\${__PROTO___AUTHORIZATION}" }
      }
    }`),
  );
  expect(JSON.stringify(exported)).not.toContain("sk-");
});

it("exports what the console imports again", () => {
  const text = JSON.stringify(toConfiguration(servers));
  const env = {
    API_KEY: "k",
    TOKEN: "t",
    ACCESS_TOKEN: "y",
    FILES_TOKEN: "f",
    __PROTO___AUTHORIZATION: "a",
  };
  const found = readConfiguration(text, { env, home: "/home/ann" });
  expect(found.map(({ name, problem }) => [name, problem])).toEqual([
    ["Files", undefined],
    ["__proto__", undefined],
  ]);
  expect(found[0]).toMatchObject({
    target: {
      args: expect.arrayContaining(["--token=t", "https://a.b/?access_token=y"]) as unknown,
    },
    environment: { FILES_TOKEN: "f" },
    cwd: "/home/ann",
  });
  expect(found[1]).toMatchObject({
    target: { url: "https://example.com/mcp?page=1&api_key=k" },
    headers: { Authorization: "a" },
  });
});
