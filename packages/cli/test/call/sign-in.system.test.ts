import { chmodSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isNight } from "../../../../test/night.js";
import { createOAuthLab, type OAuthLab } from "../connect/oauth/oauth-lab.js";
import { openTerminal, type PseudoTerminal } from "../pseudo-terminal.js";
import { midcall, MIDCALL, ownFolder } from "../run-midcall.js";

const ENTER = "\r";
const DOWN = "\u001b[B";
const CTRL_C = "\u0003";

let lab: OAuthLab;
let folder: ReturnType<typeof ownFolder>;
/** The environment of a user in front of a screen, whose browser follows every redirect. */
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  lab = await createOAuthLab();
  folder = ownFolder();
  const script = folder.write(
    "visit.mjs",
    `import { readFileSync, writeFileSync } from "node:fs";
const [, , given] = process.argv;
writeFileSync(${JSON.stringify(join(folder.path, "given"))}, given);
const [, url] = /content="0;url=([^"]*)"/.exec(readFileSync(given, "utf8"));
await fetch(url.replaceAll("&amp;", "&"));`,
  );
  const browser = folder.write(
    "browser",
    `#!/bin/sh\nexec '${process.execPath}' '${script}' "$1"\n`,
  );
  chmodSync(browser, 0o755);
  for (const name of ["xdg-mime", "run-mailcap", "mimeopen"]) {
    chmodSync(folder.write(name, "#!/bin/sh\nexit 1\n"), 0o755);
  }
  env = {
    ...{ CI: "", SSH_CONNECTION: "", DISPLAY: ":99", BROWSER: browser },
    ...{ TMPDIR: folder.path, XDG_RUNTIME_DIR: "", HOME: folder.path },
    PATH: `${folder.path}:${process.env["PATH"]}`,
  };
});
afterEach(async () => {
  folder[Symbol.dispose]();
  await lab.close();
});

const words = (...own: string[]): string[] => ["call", "--state", lab.stateDir, ...own, lab.server];
const atTerminal = (own: readonly string[], more: NodeJS.ProcessEnv = {}): PseudoTerminal =>
  openTerminal([process.execPath, MIDCALL, ...own], { ...env, ...more });

async function signInAt(terminal: PseudoTerminal, scopes: string): Promise<void> {
  await terminal.sees("This server needs you to sign in at 127.0.0.1.");
  await terminal.sees(`You are asked to allow: ${scopes}`);
  await terminal.sees("! This page comes from a program on this computer.");
  await terminal.sees("Open this page in your browser?");
  terminal.type(ENTER);
  await terminal.sees("You are signed in.");
}

/** Signing in is the same on all versions. */
const versions = isNight ? ["2025-11-25", "2026-07-28"] : ["2026-07-28"];

describe.each(versions)("on %s", (protocolVersion) => {
  const version = ["--protocol-version", protocolVersion];

  it("lets the user sign in in their browser, and uses it for later calls until it is forgotten", async () => {
    {
      using terminal = atTerminal(words(...version, "echo"));
      await signInAt(terminal, "read");
      await terminal.sees("You said Bearer access-");
      await terminal.sees("RC=0");
      const shown = terminal.written().replaceAll(/You said.*/g, "");
      for (const token of lab.issued) expect(shown).not.toContain(token);
    }
    // Whoever reads its address in the list of processes could end the sign-in with an account of their own.
    const given = readFileSync(join(folder.path, "given"), "utf8");
    expect(given).toMatch(/^\/.*\/midcall-open-\w+\/page\.html$/);
    expect(existsSync(dirname(given))).toBe(false);
    lab.expireAccessTokens();
    const later = await midcall(words(...version, "--list"));
    expect([later.code, later.stderr]).toEqual([0, ""]);
    const gone = await midcall(words("--forget"));
    expect(gone.stdout).toMatch(
      /^You are signed out of http:\S+\/mcp\. \S+ has revoked the tokens\.\n$/,
    );
    expect((await midcall(words(...version, "--list"))).code).toBe(6);
    expect((await midcall(words("--forget"))).stdout).toMatch(/^There is no sign-in for/);
  });

  it("asks for more permissions in the middle of a run, and the request that needed them goes on", async () => {
    using terminal = atTerminal(words(...version, "admin"));
    await signInAt(terminal, "read");
    await terminal.sees("needs the permission admin for this. Sign in again to allow it.");
    await signInAt(terminal, "read, admin");
    await terminal.sees("Done.");
    await terminal.sees("RC=0");
  });
});

it("says what to do where there is no user, writes nothing, and ends with 6", async () => {
  const { code, stdout, stderr } = await midcall(words("--json", "echo"), { env });
  expect(code).toBe(6);
  expect(stderr).toMatch(
    /needs you to sign in\. This is done at 127\.0\.0\.1, by a user: run midcall call --list http:\S+ in a terminal once, which keeps the sign-in in \S+\. Or pass --header @FILE\./,
  );
  expect(stderr).toMatch(/\nMore: https:\S+\/docs\/errors\/ERR_MIDCALL_CLI_SIGN_IN\.md\n$/);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: "ERR_MIDCALL_CLI_SIGN_IN" } });
  expect(stdout).not.toContain("docs/errors");
  expect(existsSync(join(lab.stateDir, "vault"))).toBe(false);
  expect(lab.requests.some((one) => one.startsWith("POST"))).toBe(false);
  using terminal = atTerminal(words("echo"), { CI: "true" });
  await terminal.sees("RC=6");
});

it("does not open the page if the user prefers to, and ends with Ctrl-C", async () => {
  using terminal = atTerminal(words("echo"));
  await terminal.sees("Open this page in your browser?");
  terminal.type(DOWN);
  await terminal.sees("I open it myself");
  terminal.type(ENTER);
  await terminal.sees("Waiting for you to sign in. Press Ctrl-C to stop.");
  expect(lab.requests).not.toContain("GET /authorize");
  const [, port] = /redirect_uri=http%3A%2F%2F127\.0\.0\.1%3A(\d+)/.exec(
    terminal.written().replaceAll(/[\r\n]/g, ""),
  )!;
  terminal.type(CTRL_C);
  await terminal.sees("Interrupted.");
  await terminal.sees("RC=130");
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

it("continues by itself when the user opens the page by hand, and tells how over SSH", async () => {
  using terminal = atTerminal(words("echo"), { SSH_CONNECTION: "a b" });
  await terminal.sees("From another one, forward the port first: ssh -L");
  await terminal.sees("Waiting for you to sign in.");
  const [url] = /http:\S+\/authorize\S+/.exec(terminal.written().replaceAll(/\r?\n/g, "\n"))!;
  await lab.visit(url);
  await terminal.sees("You are signed in.");
  await terminal.sees("RC=0");
});

it("ends with 6 when the user does not allow it", async () => {
  lab.knobs.callback = { code: undefined, error: "access_denied" };
  using terminal = atTerminal(words("echo"));
  await terminal.sees("Open this page in your browser?");
  terminal.type(ENTER);
  await terminal.sees("did not allow it. Nothing was changed.");
  await terminal.sees("RC=6");
});

it("takes a client ID where programs cannot register", async () => {
  lab.knobs.registers = false;
  using terminal = atTerminal(words("echo"));
  await terminal.sees("does not register programs by itself.");
  await terminal.sees("Pass it with --client-id ID.");
  await terminal.sees("RC=6");
  using again = atTerminal(words("--client-id", "given", "echo"));
  await signInAt(again, "read");
  await again.sees("RC=0");
});

it.each<[string[], string]>([
  [["--forget", "echo"], "--forget takes only the URL of a server"],
  [["--forget", "--list"], "--forget takes only the URL of a server"],
])("%j is refused", async (own, says) => {
  const { code, stderr } = await midcall(words(...own));
  expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
});
