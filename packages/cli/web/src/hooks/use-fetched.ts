import { useEffect, useRef, useState } from "react";
import { messageOf, type Api } from "../data/api-client.js";
import { useApi } from "../context.js";

export interface Fetched<T> {
  readonly data: T | undefined;
  readonly problem: string | undefined;
}

interface Loader {
  load(): void;
  close(): void;
}

/** The minimum time between two requests. */
const PAUSE_MS = 200;

/** Reads a path on demand, one request at a time. A demand during a request causes another one. */
function createLoader<T>(api: Api, path: () => string, tell: (answer: Fetched<T>) => void): Loader {
  const leaving = new AbortController();
  const { signal } = leaving;
  let isBusy = false;
  let isStale = false;
  const load = async (): Promise<void> => {
    isStale = true;
    if (isBusy) return;
    isBusy = true;
    while (isStale && !signal.aborted) {
      isStale = false;
      const answer = await api<T>(path(), { signal }).then(
        (data) => ({ data, problem: undefined }),
        (error: unknown) => ({ data: undefined, problem: messageOf(error) }),
      );
      if (!signal.aborted) tell(answer);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    isBusy = false;
  };
  return { load: () => void load(), close: () => leaving.abort() };
}

/**
 * Fetches a path of the API, and fetches it again when `version` changes. The previous data stays until then.
 *
 * @param key - identifies the data; `undefined` to fetch nothing
 * @param path - the path of the data; default `key`
 */
export function useFetched<T>(
  key: string | undefined,
  version: unknown,
  path?: () => string,
): Fetched<T> {
  const api = useApi();
  const [answer, setAnswer] = useState<Fetched<T> & { readonly of: string }>();
  const [loader, setLoader] = useState<Loader>();
  const latest = useRef(path);
  useEffect(() => void (latest.current = path));
  useEffect(() => {
    if (key === undefined) return;
    const made = createLoader<T>(
      api,
      () => latest.current?.() ?? key,
      (given) => setAnswer({ ...given, of: key }),
    );
    setLoader(made);
    return made.close;
  }, [api, key]);
  useEffect(() => loader?.load(), [loader, version]);
  return answer?.of === key && answer ? answer : { data: undefined, problem: undefined };
}
