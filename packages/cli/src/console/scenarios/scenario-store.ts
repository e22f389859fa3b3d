import { randomBytes } from "node:crypto";
import { displayText } from "midcall/form";
import { readAnswersFile } from "../../answers/read-answers.js";
import { type Scenario, writeScenario } from "../../answers/scenario.js";
import { isObject } from "../../json.js";
import { RequestError } from "../errors.js";
import type { StateDir } from "../state-dir.js";
import type { ScenarioView } from "../views/scenario-types.js";
import { LARGEST_SCENARIO } from "./call-recorder.js";

/** A scenario in the store. */
export interface SavedScenario {
  readonly id: string;
  readonly server: string | undefined;
  readonly savedAt: number;
  readonly scenario: Scenario;
}

/** The saved scenarios, in `scenarios.json` of the state directory. */
export interface ScenarioStore {
  /** Newest first. */
  list(): readonly SavedScenario[];
  /** @throws RequestError when there is no such scenario */
  get(id: string): SavedScenario;
  /** @returns the id. @throws RequestError when there are too many, or it is too large */
  add(scenario: Scenario, server: string | undefined): string;
  rename(id: string, name: string): void;
  remove(id: string): void;
}

const FILE = "scenarios.json";
const MOST = 200;
const LONGEST_NAME = 100;

const nameFrom = (wanted: string, { call }: Pick<Scenario, "call">): string =>
  displayText(wanted).slice(0, LONGEST_NAME).trim() ||
  displayText(call.name).slice(0, LONGEST_NAME);

/** Reads what an earlier run has saved; invalid scenarios are skipped. */
function readSaved(value: unknown): SavedScenario[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MOST).flatMap((item: unknown): SavedScenario[] => {
    if (!isObject(item)) return [];
    const { id, server, savedAt, scenario: file } = item;
    if (typeof id !== "string" || !/^\w{1,64}$/.test(id)) return [];
    try {
      const { scenario } = readAnswersFile(JSON.stringify(file), FILE);
      if (!scenario) return [];
      const about = typeof server === "string" ? server : undefined;
      return [{ id, server: about, savedAt: Number(savedAt) || 0, scenario }];
    } catch {
      return [];
    }
  });
}

/** Opens the store. @throws ConsoleError when its file cannot be read */
export async function openScenarioStore(
  state: StateDir,
  onError: (error: unknown) => void,
  now: () => number = Date.now,
): Promise<ScenarioStore> {
  let saved = readSaved(await state.read(FILE));
  const save = (next: SavedScenario[]): void => {
    saved = next;
    const list = saved.map(({ scenario, ...about }) => ({
      ...about,
      scenario: writeScenario(scenario),
    }));
    void state.write(FILE, list).catch(onError);
  };
  const get = (id: string): SavedScenario => {
    const found = saved.find((one) => one.id === id);
    if (!found) throw new RequestError(404, "This scenario has been deleted.");
    return found;
  };
  return {
    list: () => saved,
    get,
    add(given, server) {
      if (saved.length >= MOST) {
        throw new RequestError(409, `There can be at most ${MOST} scenarios. Delete one first.`);
      }
      if (JSON.stringify(writeScenario(given)).length > LARGEST_SCENARIO) {
        throw new RequestError(400, "This scenario is too large to be saved.");
      }
      const id = randomBytes(8).toString("hex");
      const scenario = { ...given, name: nameFrom(given.name, given) };
      save([{ id, server, savedAt: now(), scenario }, ...saved]);
      return id;
    },
    rename(id, name) {
      const { scenario } = get(id);
      const renamed = { ...scenario, name: nameFrom(name, scenario) };
      save(saved.map((one) => (one.id === id ? { ...one, scenario: renamed } : one)));
    },
    remove(id) {
      get(id);
      save(saved.filter((one) => one.id !== id));
    },
  };
}

/** A scenario for the page. */
export function toScenarioView({ id, server, savedAt, scenario }: SavedScenario): ScenarioView {
  const { name, call, answers } = scenario;
  return {
    id,
    name,
    server,
    savedAt,
    kind: call.kind,
    target: call.name,
    arguments: call.arguments,
    ask: call.ask,
    meta: call.meta,
    asTask: call.asTask,
    answers: answers.map(({ message, action, content, url, ask = [] }) => ({
      message,
      action,
      content,
      url,
      ask,
    })),
  };
}
