import { isObject } from "../../../json.js";
import type { StateDir } from "../../state-dir.js";

type Environment = Readonly<Record<string, string>>;

/**
 * The environment variables of servers, by the server's id, in `environment.json` of the state directory. They are in a
 * file of their own, which only the user can read, so that `servers.json` can be shown to others. They are not encrypted:
 * the host's own file has them in the clear in the same user account, and so would be the key.
 */
export interface Environments {
  of(server: string): Environment;
  set(server: string, environment: Environment): void;
  remove(server: string): void;
}

const FILE = "environment.json";
const MOST = 200;

function readSaved(value: unknown): Map<string, Environment> {
  if (!isObject(value)) return new Map();
  return new Map(
    Object.entries(value).flatMap(([id, variables]): [string, Environment][] => {
      if (!isObject(variables)) return [];
      const texts = Object.entries(variables).filter(
        (entry): entry is [string, string] =>
          typeof entry[1] === "string" && !entry[1].includes("\0") && /^[^=\0]+$/.test(entry[0]),
      );
      return texts.length > 0 ? [[id, Object.fromEntries(texts.slice(0, MOST))]] : [];
    }),
  );
}

/** Loads the variables. @throws ConsoleError when their file cannot be read */
export async function openEnvironments(
  state: StateDir,
  onError: (error: unknown) => void,
): Promise<Environments> {
  const saved = readSaved(await state.read(FILE));
  const save = (): void => void state.write(FILE, Object.fromEntries(saved)).catch(onError);
  return {
    of: (server) => saved.get(server) ?? {},
    set(server, environment) {
      if (Object.keys(environment).length > 0) saved.set(server, environment);
      else if (!saved.delete(server)) return;
      save();
    },
    remove(server) {
      if (saved.delete(server)) save();
    },
  };
}
