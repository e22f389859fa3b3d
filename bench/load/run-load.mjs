/**
 * A closed loop of hosts, each of which makes one call after another, for a given time.
 */

/**
 * @typedef {object} Host
 * @property {(questions: number, onRound?: (received: any) => void) => Promise<void>} call a whole call; rejects on a wrong outcome
 * @property {() => Promise<void>} abandon
 * @property {() => Promise<void>} close
 */

/**
 * @param {Host[]} hosts
 * @param {{ questions: number, milliseconds: number }} options
 * @returns {Promise<{ calls: number, seconds: number }>}
 */
export async function runLoad(hosts, { questions, milliseconds }) {
  const start = performance.now();
  const end = start + milliseconds;
  let calls = 0;
  await Promise.all(
    hosts.map(async (host) => {
      while (performance.now() < end) {
        await host.call(questions);
        calls += 1;
      }
    }),
  );
  return { calls, seconds: (performance.now() - start) / 1000 };
}
