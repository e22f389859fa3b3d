import * as clack from "@clack/prompts";
import { expect, it } from "vitest";
import { checkPromptLibrary } from "../../src/terminal/prompt-library.js";

it("refuses an older library of prompts in the project, and says what to do", () => {
  const { S_BAR: _, ...older } = clack;
  expect(() => checkPromptLibrary(older)).toThrow(
    /midcall\/terminal needs @clack\/prompts 1\.9 or later.* Run npm i @clack\/prompts@\^1\.9\./,
  );
  expect(() => checkPromptLibrary(clack)).not.toThrow();
});
