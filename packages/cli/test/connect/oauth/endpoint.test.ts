import { expect, it } from "vitest";
import { assertEndpoint } from "../../../src/connect/oauth/endpoint.js";

const PUBLIC = "https://mcp.example.com/mcp";
const LOCAL = "http://127.0.0.1:3000/mcp";
const INSIDE = "https://10.0.0.5/mcp";

it.each([
  "http://login.example.com/",
  "https://127.0.0.1/",
  "http://localhost:8080/",
  "https://[::1]/",
  "https://10.0.0.1/",
  "https://192.168.1.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://10.0.0.1.sslip.io/",
  "https://user:password@login.example.com/",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "data:text/html,x",
  "login.example.com",
  undefined,
])("refuses %s for a server on the internet", (address) => {
  expect(() => assertEndpoint(address, PUBLIC, "tokens")).toThrow(
    /^The server names an address for tokens that midcall does not use: /,
  );
});

it.each([
  ["https://login.example.com/authorize", PUBLIC],
  ["https://login.example.com/", LOCAL],
  ["http://localhost:4000/", LOCAL],
  ["https://sso.internal/", LOCAL],
  ["https://10.0.0.6/", INSIDE],
])("allows %s for %s", (address, server) => {
  expect(assertEndpoint(address, server, "tokens").href).toBe(address);
});

it("does not let a server of a private network lead to this computer", () => {
  expect(() => assertEndpoint("http://127.0.0.1:1/", INSIDE, "tokens")).toThrow(
    "This address leads to this computer.",
  );
});
