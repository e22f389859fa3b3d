import { ServerProcess } from "../../connect/process/server-process.js";
import { toLine } from "../wire/json-lines.js";
import type { Id, Members } from "../wire/messages.js";
import { readServerLines } from "../wire/server-lines.js";
import type { ServerEnd } from "./ends.js";

export interface ProcessServerOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** Variables beside those of the bridge. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  readonly onStderr: (text: string) => void;
  readonly onError: (error: unknown) => void;
}

/** A server that the bridge starts as a program. */
export class ProcessServer implements ServerEnd {
  onmessage: ((message: Members, about?: Id) => void) | undefined;
  onclose: ((why?: string) => void) | undefined;
  readonly hasRequestStreams = false;
  readonly #process: ServerProcess;
  readonly #command: string;

  constructor({ command, args, environment, cwd, onStderr, onError }: ProcessServerOptions) {
    this.#command = command;
    const read = readServerLines({
      on: (message) => this.onmessage?.(message),
      back: (message) => void this.send(message)?.catch(onError),
      onError,
    });
    this.#process = new ServerProcess(command, args, onStderr, environment, cwd, read);
    this.#process.onerror = onError;
    this.#process.onclose = () => this.onclose?.(this.#ending());
  }

  start(): Promise<void> {
    return this.#process.start();
  }

  send(message: Members): Promise<void> | undefined {
    return this.#process.write(toLine(message));
  }

  pause(isPaused: boolean): void {
    this.#process.pauseOutput(isPaused);
  }

  close(): Promise<void> {
    return this.#process.close();
  }

  #ending(): string {
    const { exit } = this.#process;
    const how =
      typeof exit === "number"
        ? `ended with exit code ${exit}`
        : exit === undefined
          ? "ended"
          : `was ended by ${exit}`;
    return `The server's program (${this.#command}) ${how}. Its last lines are in the log of the host.`;
  }
}
