import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { startingOptions } from "./chromium-options.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of the Chromium that all tests of this run share. */
    readonly chromium?: string;
  }
}

/** Starts one Chromium for all test files of a run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(startingOptions());
  project.provide("chromium", server.wsEndpoint());
  return () => server.close();
}
