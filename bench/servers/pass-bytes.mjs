/** Starts the command in its arguments and passes bytes on, both ways: the least that a process in between can do. */
import { spawn } from "node:child_process";

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
process.stdin.pipe(child.stdin);
child.stdout.pipe(process.stdout);
child.once("exit", () => process.exit());
