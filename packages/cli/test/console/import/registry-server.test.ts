import { expect, it } from "vitest";
import {
  type ConfiguredServer,
  readConfiguration,
} from "../../../src/console/import/read-configuration.js";

const read = (server: object): ConfiguredServer[] =>
  readConfiguration(JSON.stringify(server), { env: { HOME: "/home/ann" }, home: "/home/ann" });

const weather = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: "io.github.ann/weather",
  version: "1.2.0",
  packages: [
    {
      registryType: "npm",
      identifier: "@ann/weather",
      version: "1.2.0",
      transport: { type: "stdio" },
      runtimeHint: "sh",
      packageArguments: [
        { type: "named", name: "--port", value: "{port}", variables: { port: { default: "80" } } },
        { type: "positional", valueHint: "city", isRequired: true },
      ],
      environmentVariables: [
        { name: "WEATHER_KEY", isRequired: true, isSecret: true },
        { name: "UNITS", default: "metric" },
        { name: "COLOR" },
      ],
    },
    { registryType: "pypi", identifier: "weather", version: "1.2.0" },
    {
      registryType: "oci",
      identifier: "ghcr.io/ann/weather:1.2.0",
      runtimeArguments: [
        { type: "positional", value: "run" },
        { type: "named", name: "-e", value: "STAGE=a" },
      ],
      environmentVariables: [
        { name: "UNITS", value: "metric" },
        { name: "WEATHER_KEY", isRequired: true },
      ],
    },
  ],
  remotes: [
    {
      type: "streamable-http",
      url: "https://{region}.example.com/mcp",
      variables: { region: { default: "eu" } },
      headers: [{ name: "Authorization", value: "Bearer {key}", variables: { key: {} } }],
    },
  ],
};

it("reads each way of a registry's server.json, and says what the user has to add", () => {
  const [npm, pypi, oci, remote, ...rest] = read(weather);
  expect(rest).toEqual([]);
  expect(npm).toMatchObject({
    name: "io.github.ann/weather",
    target: { command: "npx", args: ["-y", "@ann/weather@1.2.0", "--port", "80"] },
    environment: { UNITS: "metric" },
    notes: [expect.stringContaining("needs city"), expect.stringContaining("needs WEATHER_KEY")],
  });
  expect(pypi).toMatchObject({ target: { command: "uvx", args: ["weather@1.2.0"] }, notes: [] });
  expect(oci!.target).toEqual({
    kind: "command",
    command: "docker",
    args: [
      ...["run", "-i", "--rm", "-e", "UNITS", "-e", "WEATHER_KEY"],
      ...["-e", "STAGE=a", "ghcr.io/ann/weather:1.2.0"],
    ],
  });
  expect(remote).toMatchObject({
    target: { kind: "url", url: "https://eu.example.com/mcp" },
    headers: {},
    notes: [expect.stringContaining("needs Authorization")],
  });
});

it("reads it as the registry's API wraps it", () => {
  expect(read({ server: weather, _meta: {} })).toHaveLength(4);
});

it("runs no other program, and gives away no value of this computer", () => {
  const packages = [
    { registryType: "npm", identifier: "--call=sh" },
    { registryType: "npm", identifier: "a b" },
    { registryType: "mcpb", identifier: "https://example.com/x.mcpb" },
    { registryType: "npm", identifier: "x", packageArguments: [{ value: "${HOME}" }] },
  ];
  const remotes = [{ type: "streamable-http", url: "https://example.com/${HOME}" }];
  const found = read({ name: "evil", packages, remotes });
  expect(found.map(({ target }) => target)).toEqual([undefined, undefined, undefined]);
  expect(JSON.stringify(found)).not.toContain("/home/ann");
});
