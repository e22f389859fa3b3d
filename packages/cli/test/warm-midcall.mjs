// Runs the built command again and again in one process, which loads it once. One run after the other: `midcall` of
// run-midcall.ts sends the words, the environment and the input, and gets the exit code and what was written.
import { PassThrough } from "node:stream";
import { runMain } from "../dist/run-main.js";

/** Has what is written to a stream added to a text, instead of going anywhere. */
function keep(said, name) {
  process[name].write = (chunk, encoding, done) => {
    said[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    const written = typeof encoding === "function" ? encoding : done;
    if (written) process.nextTick(written);
    return true;
  };
}

process.on("message", async ({ words, input }) => {
  const said = { stdout: "", stderr: "" };
  keep(said, "stdout");
  keep(said, "stderr");
  const stdin = new PassThrough();
  stdin.end(input);
  Object.defineProperty(process, "stdin", { value: stdin, configurable: true });
  const code = await runMain(words);
  process.send({ code, ...said });
});
