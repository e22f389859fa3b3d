#!/usr/bin/env node
import { runMain } from "./run-main.js";

const code = await runMain(process.argv.slice(2));
// Flushes stdout, then exits without waiting for open handles such as keep-alive sockets.
await new Promise((done) => process.stdout.write("", done));
process.exit(code);
