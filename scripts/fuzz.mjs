// npm run fuzz: random, hostile input for the code that decides what counts as the user's answer, for any length of
// time.
import { parseArgs } from "node:util";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

const HELP = `Usage: npm run fuzz -- [options]

  --seconds N     how long, for all targets together (default 60)
  --target NAME   one of them, or several separated by commas (default: all)
  --seed N        goes the same way again (default: a random one, which is printed)
  --path P        of a find: goes straight to it
  --help          this text, with the targets

It ends with 1 when something was found, and says how to get there again.`;

/** Longer than any single input takes, even on a busy machine. */
const HANGS_MS = 60_000;

/** Loads the fuzz targets from the sources. */
async function load() {
  const source = fileURLToPath(new URL("../packages/midcall/src/", import.meta.url));
  const importing = {
    configFile: false,
    logLevel: "error",
    root,
    resolve: {
      alias: [
        { find: /^midcall\/(\w+)$/, replacement: `${source}$1/index.ts` },
        { find: "midcall/client/messages", replacement: `${source}client/messages.ts` },
      ],
    },
  };
  const [list, runner] = await Promise.all([
    runnerImport(`${root}test/fuzz/targets.ts`, importing),
    runnerImport(`${root}test/fuzz/fuzz-target.ts`, importing),
  ]);
  return { targets: list.module.targets, ...runner.module };
}

if (!isMainThread) {
  const { seed, path, seconds, names, progress } = workerData;
  const runs = new Int32Array(progress);
  const { targets, fuzz } = await load();
  for (const target of targets.filter(({ name }) => names.includes(name))) {
    const ms = (seconds * 1000) / names.length;
    parentPort.postMessage({ begins: target.name });
    const options = {
      seed,
      // With a path, only one run is repeated, without a time limit.
      ...(path === undefined ? { ms } : { path, runs: 1 }),
      onRun: (run) => Atomics.store(runs, 0, run),
    };
    parentPort.postMessage({
      name: target.name,
      tried: target.tried,
      ...(await fuzz(target, options)),
    });
  }
}

/** Fuzzes in a separate thread, so that an input that never finishes is detected. Prints the results. */
export async function fuzzing({ seed, path, seconds = 60, names }) {
  const { targets, inputOfRun } = await load();
  const known = targets.map(({ name }) => name);
  const wanted = names ?? known;
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no target ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
    return 2;
  }
  console.log(`fuzz: seed ${seed}, ${seconds} s for ${wanted.length} targets`);
  const progress = new SharedArrayBuffer(4);
  const worker = new Worker(fileURLToPath(import.meta.url), {
    workerData: { seed, path, seconds, names: wanted, progress },
  });
  let total = 0;
  let finds = 0;
  let present;
  const found = (name, what) => {
    finds += 1;
    console.error(`fuzz: ${name}: FOUND\n${what}`);
  };
  return await new Promise((resolve, reject) => {
    let last = -1;
    let since = performance.now();
    const watch = setInterval(() => {
      const run = Atomics.load(new Int32Array(progress), 0);
      if (run !== last) [last, since] = [run, performance.now()];
      if (present === undefined || performance.now() - since < HANGS_MS) return;
      const target = targets.find(({ name }) => name === present);
      found(
        present,
        `  never ends: ${inputOfRun(target, seed, run)}\n  again: ${command(present)}`,
      );
      void worker.terminate();
    }, 1000);
    const command = (name, at) =>
      `npm run fuzz -- --target ${name} --seed ${seed}${at === undefined ? "" : ` --path ${at}`}`;
    worker.on("message", ({ begins, name, tried, runs, find }) => {
      if (begins !== undefined) {
        [present, last, since] = [begins, -1, performance.now()];
        return;
      }
      total += runs;
      console.log(`fuzz: ${name}: ${runs} ${tried}`);
      if (find) {
        found(name, `  input: ${find.input}\n  ${find.why}\n  again: ${command(name, find.path)}`);
      }
    });
    worker.on("error", reject);
    worker.on("exit", () => {
      clearInterval(watch);
      console.log(`fuzz: ${total} runs, ${finds} found, seed ${seed}`);
      resolve(finds > 0 ? 1 : 0);
    });
  });
}

/** A random seed. */
export const randomSeed = () => Math.floor(Math.random() * 2 ** 31);

if (isMainThread && process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = { type: "string" };
  const { values } = parseArgs({
    options: {
      seconds: option,
      target: option,
      seed: option,
      path: option,
      help: { type: "boolean" },
    },
  });
  const number = (name, given, otherwise) => {
    if (given !== undefined && !/^-?\d+(\.\d+)?$/.test(given)) {
      console.error(`--${name} is a number, not ${given}.\n\n${HELP}`);
      process.exit(2);
    }
    return given === undefined ? otherwise : Number(given);
  };
  if (values.help) {
    const { targets } = await load();
    console.log(`${HELP}\n\nTargets:`);
    for (const { name, tried } of targets) console.log(`  ${name.padEnd(18)}${tried}`);
  } else {
    process.exitCode = await fuzzing({
      seed: number("seed", values.seed, randomSeed()),
      seconds: number("seconds", values.seconds, 60),
      path: values.path,
      names: values.target?.split(","),
    });
  }
}
