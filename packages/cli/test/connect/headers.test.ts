import { expect, it } from "vitest";
import { readHeaders, headersRefusal, redactHeaders } from "../../src/connect/headers.js";
import { parseTarget } from "../../src/connect/target.js";
import { UsageError } from "../../src/errors.js";
import { ownFolder } from "../run-midcall.js";

const SECRET = "canary-93";

it("reads headers from words and files, a header a line", () => {
  using folder = ownFolder();
  const file = folder.write(
    "h.txt",
    `\ufeffAuthorization: Bearer ${SECRET}\r\n\r\n X-Team :  a:b \n`,
  );
  expect(readHeaders(["X-One: 1", `@${file}`])).toEqual({
    "x-one": "1",
    authorization: `Bearer ${SECRET}`,
    "x-team": "a:b",
  });
  expect(readHeaders([])).toEqual({});
});

it.each([
  [[SECRET], "--header: A header must be 'Name: value', in quotes; this one has no colon."],
  [["X: 1", `Bad Name: ${SECRET}`], "--header 2: The header name is invalid."],
  [["Authorization:"], '"authorization" has no value.'],
  [[`X: ${SECRET}\r\nY: 2`], 'The value of "x" contains characters that a header cannot have.'],
  [[`X: ${SECRET}日本`], 'The value of "x" contains characters that a header cannot have.'],
  [["X: 1", `x: ${SECRET}`], '"x" is specified twice.'],
  [[`Mcp-Session-Id: ${SECRET}`], '"mcp-session-id" is set by midcall itself.'],
  [["@/no/such/file"], "Cannot read the header file /no/such/file: no such file."],
  [["@/"], "Cannot read the header file /: it is a directory."],
  // It has no end.
  [["@/dev/zero"], "Cannot read the header file /dev/zero: it is larger than 256 KiB."],
])("refuses %j and keeps the value to itself", (words, says) => {
  const error = (() => {
    try {
      return readHeaders(words);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(UsageError);
  expect((error as Error).message).toContain(says);
  expect((error as Error).message).not.toContain(SECRET);
});

it.each([
  ["https://example.com/mcp", true],
  ["http://localhost:3000/mcp", true],
  ["http://127.0.0.1:3000/mcp", true],
  ["http://127.1/mcp", true],
  ["http://[::1]/mcp", true],
  ["http://example.com/mcp", false],
  ["http://localhost.example.com/mcp", false],
  ["http://127.0.0.1.example.com/mcp", false],
  ["http://192.168.0.2/mcp", false],
  ["node", false],
])("lets headers go over https or to this computer alone: %s", (word, may) => {
  expect(headersRefusal(parseTarget([word])) === undefined).toBe(may);
});

it("says which line of a file is wrong", () => {
  using folder = ownFolder();
  const file = folder.write("h.txt", `X: 1\n${SECRET}\n`);
  expect(() => readHeaders([`@${file}`])).toThrow(
    /h\.txt, line 2: A header must be Name: value; this/,
  );
});

it("takes values out of what the other side repeats", () => {
  const text = `Who is Bearer ${SECRET}? And ${SECRET}, with a Bearer?`;
  expect(redactHeaders(text, { authorization: `Bearer ${SECRET}` })).toBe(
    "Who is …? And …, with a Bearer?",
  );
  expect(redactHeaders("as it was", undefined)).toBe("as it was");
});
