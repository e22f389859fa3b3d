#!/usr/bin/env node
import { runMain } from "./run-main.js";

const code = await runMain(process.argv.slice(2));
// What is still open (a socket kept alive, a pipe) holds nobody up, but what was written gets out.
await new Promise((done) => process.stdout.write("", done));
process.exit(code);
