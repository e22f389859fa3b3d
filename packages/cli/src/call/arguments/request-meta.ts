import { metaRefusal, type RequestMeta } from "../../connect/request-meta.js";
import { UsageError } from "../../errors.js";
import { setMember } from "../../json.js";
import { safeLine } from "../../safe-text.js";

/**
 * Parses the values of `--meta`: `name=text` and `name:=JSON`.
 *
 * @returns `undefined` if there are none
 * @throws UsageError
 */
export function readMeta(words: readonly string[]): RequestMeta | undefined {
  if (words.length === 0) return undefined;
  const meta = {};
  for (const word of words) {
    const [, name = "", colon, value] = /^([^=]*?)(:?)=([^]*)$/.exec(word) ?? [];
    if (name === "" || value === undefined) {
      throw new UsageError(`--meta "${safeLine(word, 80)}": use name=value or name:=JSON.`);
    }
    if (Object.hasOwn(meta, name)) {
      throw new UsageError(`--meta: "${safeLine(name, 80)}" is specified twice.`);
    }
    setMember(meta, name, colon ? parseJson(name, value) : value);
  }
  const refusal = metaRefusal(meta);
  if (refusal !== undefined) throw new UsageError(`--meta: ${refusal}`);
  return meta;
}

function parseJson(name: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new UsageError(`--meta: the value of "${safeLine(name, 80)}" is not valid JSON.`);
  }
}
