import type { Step } from "./progress.mjs";

export function neededSteps(root: string, buildPage: () => Promise<unknown>): Promise<Step[]>;
