import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { bundle, type BundleOptions } from "../../packages/midcall/test/react/chromium/bundle.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where test files get the bundles of the page with React's parts. */
    readonly bundles: string;
  }
}

/** Bundles the page with React's parts when a test file first wants it so, once for all of them. */
export default async function setUp(project: TestProject): Promise<() => void> {
  const made = new Map<string, Promise<string>>();
  const server = createServer((request, response) => {
    const wanted = new URL(request.url!, "http://localhost").searchParams.get("options")!;
    const making =
      made.get(wanted) ?? bundle(JSON.parse(wanted) as BundleOptions).then(JSON.stringify);
    made.set(wanted, making);
    making.then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  project.provide("bundles", `http://127.0.0.1:${port}/`);
  return () => {
    server.closeAllConnections();
    server.close();
  };
}
