import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The demonstration's services, in a separate process that ends with this one. */
export interface Services {
  readonly url: string;
  close(): void;
}

/** Starts the services; they are listening when this resolves. @throws Error when they do not start */
export async function startServices(root: string | undefined): Promise<Services> {
  const path = fileURLToPath(new URL("services/services.js", import.meta.url));
  const note = root === undefined ? [] : ["--note", join(root, "what-happened.txt")];
  // Their output must not be mixed with our stdout, which may be the connection to a host.
  const child = spawn(process.execPath, [path, ...note], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const close = (): void => {
    process.off("exit", close);
    child.kill();
  };
  process.once("exit", close);
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The services ended with ${code}: ${said}`)));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-4_000);
      const [, address] = /listen on (http:\S+)/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
  // They must not keep this process alive.
  child.unref();
  child.channel?.unref();
  (child.stderr as Socket | null)?.unref();
  return { url, close };
}
