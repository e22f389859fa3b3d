import type { TestProject } from "vitest/node";
import { installNight } from "./install.mjs";

/** The folders of other makers' programs that the files of a project need. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  clients: ["clients"],
  conformance: ["tools"],
  fleet: ["engines"],
  frameworks: ["frameworks", "next", "react-18"],
  peers: ["bridges", "peers", "servers"],
  servers: ["peers", "servers"],
  stores: ["engines"],
};

/** Installs what a project of the night needs, before its first test and without a limit of time. */
export default async function setUp({ name }: TestProject): Promise<void> {
  await installNight(...FOLDERS[name]!);
}
