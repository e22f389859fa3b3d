import { spawn } from "node:child_process";
import type { Transport } from "@modelcontextprotocol/client";
import { accept, createInbox } from "midcall/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectServer } from "../../src/connect/connect-server.js";
import type { ConnectOptions } from "../../src/connect/connection.js";
import { PROTOCOL_VERSIONS } from "../../src/connect/protocol-version.js";
import { parseTarget } from "../../src/connect/target.js";
import { ConnectError } from "../../src/errors.js";
import { processesWith, RAW_SERVER } from "../run-midcall.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Lets a test move the time on by hours; by itself it goes on as ever. */
function controlTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}

type Connecting = ReturnType<typeof connectServer>;

function connect(words: readonly string[], more: Partial<ConnectOptions> = {}): Connecting {
  const inbox = createInbox({ onElicitation: () => accept({}) });
  return connectServer({
    target: parseTarget(words),
    server: "s",
    protocolVersion: "auto",
    inbox,
    ...more,
  });
}

async function failure(connecting: Connecting): Promise<ConnectError> {
  const error: unknown = await connecting.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConnectError);
  return error as ConnectError;
}

describe("the protocol version", () => {
  it.each(PROTOCOL_VERSIONS)("is the one that was asked for: %s", async (protocolVersion) => {
    const connection = await connect(RAW_SERVER, { protocolVersion });
    expect(connection.protocolVersion).toBe(protocolVersion);
    expect(connection.serverInfo).toMatchObject({ name: "raw" });
    expect((await connection.client.listTools()).tools.length).toBeGreaterThan(5);
    await connection.close();
  });

  it.each(PROTOCOL_VERSIONS)(
    "is with auto the best the server speaks: %s",
    async (protocolVersion) => {
      const started: Transport[] = [];
      const wrapTransport = (transport: Transport): Transport => (
        started.push(transport),
        transport
      );
      const server = [...RAW_SERVER, "--only", protocolVersion];
      const connection = await connect(server, { wrapTransport });
      expect(connection.protocolVersion).toBe(protocolVersion);
      await connection.close();
      // The same program answers, whatever it speaks.
      expect(started).toHaveLength(1);
    },
  );

  it("is found for a program that ends when it is asked for 2026-07-28", async () => {
    const server = [...RAW_SERVER, "--only", "2025-06-18", "--dies-on-probe"];
    const connection = await connect(server);
    expect(connection.protocolVersion).toBe("2025-06-18");
    await connection.close();
  });

  it.each([
    ["2026-07-28", "2025-11-25"],
    ["2025-11-25", "2025-06-18"],
    ["2025-11-25", "2026-07-28"],
  ] as const)(
    "is an error when %s is wanted from a server for %s",
    async (protocolVersion, only) => {
      const error = await failure(connect([...RAW_SERVER, "--only", only], { protocolVersion }));
      expect(error.problem).toBe("protocol-version");
      expect(error.message).toMatch(
        new RegExp(
          `^The server does not support protocol version ${protocolVersion}\\..* Use --protocol-version auto, or another version\\.$`,
        ),
      );
    },
  );
});

describe("a connection", () => {
  it("goes through a transport that is another object", async () => {
    const sent: unknown[] = [];
    const wrapTransport = (inner: Transport): Transport => {
      const outer: Transport = {
        start: () => inner.start(),
        send: (message, options) => (sent.push(message), inner.send(message, options)),
        close: () => inner.close(),
      };
      inner.onmessage = (message, extra) => outer.onmessage?.(message, extra);
      inner.onclose = () => outer.onclose?.();
      inner.onerror = (error) => outer.onerror?.(error);
      return outer;
    };
    const server = [...RAW_SERVER, "--only", "2025-11-25", "--dies-on-probe"];
    const connection = await connect(server, { wrapTransport });
    await connection.client.listTools();
    await connection.close();
    expect(sent.map((message) => (message as { method: string }).method)).toEqual([
      "server/discover",
      "initialize",
      "notifications/initialized",
      "tools/list",
    ]);
  });

  it("passes stderr on and keeps its last lines, harmless", async () => {
    let heard = "";
    const connection = await connect([...RAW_SERVER, "--says", "Hi\u001b[2J"], {
      onStderr: (text) => {
        heard += text;
        throw new Error("in a listener");
      },
    });
    await vi.waitFor(() => expect(heard).not.toBe(""));
    expect(heard).toBe("Hi\u001b[2J\n");
    expect(connection.lastLines()).toEqual(["Hi[2J"]);
    await connection.close();
  });

  it("gives its program the whole environment", async () => {
    process.env["MIDCALL_TEST_ENV"] = "seen";
    const said = await failure(connect(["sh", "-c", 'echo "it is $MIDCALL_TEST_ENV" >&2']));
    delete process.env["MIDCALL_TEST_ENV"];
    expect(said.stderr).toEqual(["it is seen"]);
  });
});

describe("a program that does not answer", () => {
  it("is told of while it is waited for, and given up when its time is over", async () => {
    controlTimers();
    const waits: number[] = [];
    let isOver = false;
    const failing = failure(
      connect(["sleep", "1003"], {
        timeoutMs: 2 * HOUR,
        waitingAfterMs: HOUR,
        onWaiting: (ms) => waits.push(ms),
      }),
    ).finally(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(HOUR - MINUTE);
    expect({ waits, isOver }).toEqual({ waits: [], isOver: false });
    await vi.advanceTimersByTimeAsync(HOUR);
    expect({ waits, isOver }).toEqual({ waits: [HOUR], isOver: false });
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect((await failing).problem).toBe("timeout");
    expect(waits).toEqual([HOUR]);
  });

  it.each(["auto", ...PROTOCOL_VERSIONS] as const)(
    "is late, and no other thing, when asked for %s",
    async (protocolVersion) => {
      const error = await failure(connect(["sleep", "1004"], { timeoutMs: 300, protocolVersion }));
      expect(error).toMatchObject({ problem: "timeout" });
    },
  );

  it("is not told of once it has answered", async () => {
    controlTimers();
    const waits: number[] = [];
    const waiting = {
      timeoutMs: 2 * HOUR,
      waitingAfterMs: HOUR,
      onWaiting: (ms: number) => waits.push(ms),
    };
    const connection = await connect(RAW_SERVER, waiting);
    await vi.advanceTimersByTimeAsync(2 * HOUR);
    await connection.close();
    expect(waits).toEqual([]);
  });
});

describe("closing", () => {
  it("ends everything the program has started", async () => {
    const mark = `orphan-${process.pid}-close`;
    const connection = await connect([...RAW_SERVER, "--orphan", mark]);
    expect(processesWith(mark).length).toBeGreaterThan(1);
    await connection.close();
    await connection.close();
    await vi.waitFor(() => expect(processesWith(mark)).toEqual([]));
  });

  it("ends a program that does not want to end", async () => {
    const mark = `stubborn-${process.pid}`;
    const stubborn = [
      "sh",
      "-c",
      `trap '' TERM INT; cat >/dev/null; while :; do sleep 1; done`,
      mark,
    ];
    const error = await failure(connect(stubborn, { timeoutMs: 300 }));
    expect(error.problem).toBe("timeout");
    await vi.waitFor(() => expect(processesWith(mark)).toEqual([]));
  });

  it("comes at once with a program that exits, and takes along what it left behind", async () => {
    const mark = `left-${process.pid}`;
    const leaves = (what: string): string => `sh -c "${what}" & exit 3`;
    const limit = { timeoutMs: HOUR };
    for (const what of ["sleep 1002", "trap '' TERM; sleep 1002; sleep 1002"]) {
      const error = await failure(connect(["sh", "-c", `: ${mark}; ${leaves(what)}`], limit));
      expect(error.problem).toBe("exited");
      expect(error.message).toBe(
        'The server "sh" exited with code 3 before the connection was established. stderr is empty.',
      );
      await vi.waitFor(() => expect(processesWith("sleep 1002")).toEqual([]));
    }
  });

  it("spares what the program did not start", async () => {
    const mine = spawn("sleep", ["1001"], { stdio: "ignore" });
    try {
      await failure(connect(["sh", "-c", "exit 3"]));
      expect(processesWith("sleep 1001")).toHaveLength(1);
    } finally {
      mine.kill();
    }
  });

  it("comes with giving up, at any moment", async () => {
    const mark = `orphan-${process.pid}-abort`;
    const controller = new AbortController();
    const connecting = failure(
      connect(["sh", "-c", "sleep 1000", mark], { signal: controller.signal }),
    );
    await vi.waitFor(() => expect(processesWith(mark)).not.toEqual([]));
    controller.abort();
    expect((await connecting).problem).toBe("aborted");
    await vi.waitFor(() => expect(processesWith(mark)).toEqual([]));
    const late = await failure(connect(RAW_SERVER, { signal: controller.signal }));
    expect(late.problem).toBe("aborted");
  });
});
