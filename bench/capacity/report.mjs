const KIB = 1024;

/** @param {number} bytes */
function size(bytes) {
  return `${(bytes / KIB).toFixed(Math.abs(bytes) < 100 * KIB ? 2 : 0)} KiB`;
}

/** @param {number} micros */
function time(micros) {
  return Math.abs(micros) < 1000 ? `${micros.toFixed(0)} µs` : `${(micros / 1000).toFixed(2)} ms`;
}

const count = (value) => value.toFixed(Math.abs(value) < 100 ? 2 : 0);

/** @param {Record<string, number>} rates */
function rates({ cpuMillis, storeCpuMillis, operations, storeCommands, heard }) {
  return `${cpuMillis.toFixed(1)} ms CPU of the replicas, ${storeCpuMillis.toFixed(1)} ms of the store; ${operations.toFixed(1)} operations, ${storeCommands.toFixed(1)} commands, ${heard.toFixed(1)} messages heard`;
}

/** The figures of a run, one in each line. @param {Record<string, any>} result */
export function report(result) {
  const { protocolVersion, store, replicas, busy } = result;
  const head = `${protocolVersion}, ${replicas} ${replicas === 1 ? "replica" : "replicas"}, ${store} (${count(busy)} cores busy with other programs)`;
  const lines = protocolVersion === "2026-07-28" ? stateless(result) : sessions(result);
  const width = Math.max(...lines.map(([label]) => label.length));
  return [head, ...lines.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`)].join("\n");
}

function stateless(r) {
  return [
    ["open questions", `${r.questions}, of which ${r.answered} were answered`],
    ["memory of the replicas, each", `${size(r.heapBytes)} heap, ${size(r.rssBytes)} resident`],
    ["memory of the store, each", size(r.storeBytes)],
    ["kept by the host, each", size(r.stateBytes)],
    ["to open", cost(r, "open")],
    ["to answer", cost(r, "answer")],
    ["left in the store by an answer", size(r.answerStoreBytes)],
    ["messages heard", count(r.heard)],
  ];
}

function sessions(r) {
  return [
    ["open calls", `${r.calls} in ${r.sessions} sessions`],
    ["replicas that know a session", count(r.serversPerSession)],
    [
      "a session in a replica",
      `${size(r.sessionHeapBytes)} heap, ${size(r.sessionRssBytes)} resident`,
    ],
    ["a session in the store", size(r.sessionStoreBytes)],
    [
      "an open call in its replica",
      `${size(r.callHeapBytes)} heap, ${size(r.callRssBytes)} resident`,
    ],
    ["an open call in the store", size(r.callStoreBytes)],
    ["all of it, for each call", `${size(r.allHeapBytes)} heap, ${size(r.allRssBytes)} resident`],
    [
      "to open a session",
      `${time(r.sessionCpuMicros)} CPU, ${count(r.sessionOperations)} operations`,
    ],
    ["to open a call", cost(r, "open")],
    ["to answer", cost(r, "answer")],
    [
      "messages for an answer",
      `${count(r.publishedPerAnswer)} published, ${count(r.heardPerAnswer)} heard`,
    ],
    ["a second without calls", rates(r.idle)],
    ["a second of waiting", rates(r.waiting)],
    ...(r.lost === undefined
      ? []
      : [
          ["streams read on", String(r.lost.resumed)],
          ["a second of waiting afterwards", rates(r.lost.waiting)],
        ]),
    [
      "left when all has ended",
      `${size(r.leftHeapBytes)} heap, ${size(r.storeBytesAfter)} in the store`,
    ],
  ];
}

function cost(r, name) {
  const figure = (what) => r[`${name}${what}`];
  const looks = figure("Looks") === undefined ? "" : ` and ${count(figure("Looks"))} looks`;
  return (
    `${time(figure("CpuMicros"))} CPU, ${time(figure("StoreCpuMicros"))} of the store; ` +
    `${count(figure("Operations"))} operations${looks}, ${count(figure("Commands"))} commands`
  );
}
