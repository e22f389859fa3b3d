import { expect, it } from "vitest";
import { maskWords } from "../../../src/console/servers/secrets/mask-words.js";
import { shownWord } from "../../../src/console/views/shown-word.js";

const words = (line: string): string[] => line.split(" ");

it.each([
  ["npx", "-y weather --api-key sk-1", "-y weather --api-key ••••••"],
  ["npx", "-y @ann/weather@1 --token=sk-1 --name n", "-y @ann/weather@1 --token=•••••• --name n"],
  ["node", "/home/ann/server.js --token sk-1", "/home/ann/server.js --token ••••••"],
  ["python", "-u server.py --token sk-1", "-u server.py --token ••••••"],
  ["docker", "run -i --rm -e API_KEY=sk-1 image", "run -i --rm -e API_KEY=•••••• image"],
  ["env", "API_KEY=sk-1 npx -y weather", "API_KEY=•••••• npx -y weather"],
  ["cmd", "/c npx -y weather --token sk-1", "/c npx -y weather --token ••••••"],
  ["./server", "--token sk-1 TOKEN=sk-2", "--token •••••• TOKEN=••••••"],
])("masks plain secrets: %s %s", (command, given, shown) => {
  expect(maskWords(words(given), command)).toEqual(words(shown));
});

it.each<[command: string, args: string[]]>([
  ["sh", ["-c", "TOKEN=none; echo pwned > /tmp/P; exec npx -y weather"]],
  ["sh", ["-c", "token=reboot"]],
  ["sh", ["-c", "$0 $1", "--token", "reboot"]],
  ["sh", ["-ec", "token=reboot"]],
  ["node", ["-e", "token=require('fs').writeFileSync('/tmp/P2','x')"]],
  ["node", ["--eval", "token=process.exitCode"]],
  ["node", ["--token", "evil.js"]],
  ["node", ["token=evil"]],
  ["node", ["--require", "token=evil"]],
  ["npx", ["--token", "evil"]],
  ["npx", ["-y", "--token", "evil"]],
  ["npx", ["--package", "token=evil", "weather"]],
  ["npx", ["-c", "token=evil"]],
  ["uvx", ["--password", "evil", "weather"]],
  ["nice", ["npx", "--token", "evil"]],
  ["npx", ["-y", "run-any", "--token", "sh", "-c", "token=evil"]],
  ["cmd", ["/c", "token=a&calc"]],
  ["powershell", ["-Command", "token=calc;calc"]],
  ["powershell", ["-EncodedCommand", "token=AAAA"]],
  ["./server", ["--token", "$(reboot)"]],
  ["./server", ["--token=`reboot`", "https://a/?token=1;reboot"]],
  ["./server", ["TOKEN=a b", "--token", "a\nb"]],
])("hides no code and nothing that is run: %s %j", (command, args) => {
  expect(maskWords(args, command)).toEqual(args);
});

it("shows where each word begins and ends", () => {
  expect(
    ["-y", "a b", "echo ok\n\nevil", "", "it's", "a\u202eb", "C:\\x", "--token=••••••"].map(
      shownWord,
    ),
  ).toEqual([
    "-y",
    '"a b"',
    '"echo ok\\n\\nevil"',
    '""',
    '"it\'s"',
    '"a\\u{202e}b"',
    "C:\\x",
    "--token=••••••",
  ]);
});
