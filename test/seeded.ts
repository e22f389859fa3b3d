import fc from "fast-check";
import { beforeEach } from "vitest";
import { isNight, seed } from "./night.js";

fc.configureGlobal({ seed });

// What a failure of a random choice needs to be seen again.
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => {
    const errors = task.result?.errors ?? [];
    const isRandom =
      /\.random\.test\.|^test\/fuzz\//.test(task.file.name) ||
      errors.some(({ message }) => message.startsWith("Property failed"));
    if (!isRandom) return;
    const settings = `${isNight ? "MIDCALL_NIGHT=1 " : ""}MIDCALL_SEED=${seed}`;
    console.error(`Seed ${seed}. Again: ${settings} npx vitest run ${task.file.name}`);
  });
});
