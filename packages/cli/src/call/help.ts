/** What `midcall call --help` prints after the options. */
export const HELP_AFTER = `
ARGS are one JSON object, or name=value pairs. A value is converted to the argument's type: a
number, a yes or no, an option; a=x a=y for a list. name:=JSON passes JSON as it is.
Without TOOL, you choose a tool in the terminal.

Who answers the tool's questions
  in a terminal     you do: with one key for a yes or no or a choice, and with Enter after the last
                    field of a form; a review comes first where it shows something new
  --answers FILE    the file does, without asking you; each entry answers the question it names:
                      [{ "message": "Delete * files?", "content": { "confirm": true } },
                       { "message": "Connect your account.", "action": "accept",
                         "url": "https://example.com/connect/*" },
                       { "message": "Send it now?", "action": "decline" }]
                    "message" must match exactly; * matches any text. An entry is used once, or "times".
                    Fields that are not named keep their defaults, but
                    a yes has to be named; null clears one. A link is
                    accepted only if "url" matches, too; it is printed, and opened with --open.
                    A scenario saved in midcall console also has the TOOL and its ARGS.
  otherwise         no user does; the server is told so at the start and can continue without

Servers that require authentication (HTTP 401)
  Where the server offers it (OAuth), you are asked to sign in, in your browser. The tokens are
  stored encrypted in --state DIR, for the console, too, and used again by later calls, also in CI.
  --forget URL removes and revokes them. --client-id ID is for authorization servers that do not
  register programs: an ID registered there with the redirect URI http://127.0.0.1/callback (any
  port), or the https URL of a client ID metadata document.
  Elsewhere, pass a header, which replaces the sign-in:
  --header @FILE sends each line of the file, such as "Authorization: Bearer …", as a header.
  --header 'Name: value' sends this header, but other users of this computer can see it in the
  list of processes. midcall never prints the values.

Exit codes
  0    the tool was called (or the tools were listed)
  1    the tool reported an error, the connection failed, or the time limit was reached
  2    the command line or the answers file is invalid, or the server has no such tool
  3    a question was declined
  4    a question was cancelled
  5    a question was not answered, or could not be asked because no user is there
  6    you have to sign in, and did not or could not
  130  interrupted (143: terminated, 129: hung up)
  If several apply, 5 takes precedence over 3 and 4 (the last of these counts), and these over 1.
  The exit code is 0 after you have chosen tools in the terminal, even if a call has failed.

Examples
  midcall call --list -- npx my-server
  midcall call -- node server.js
  midcall call clean_up dir=downloads days=30 -- node server.js
  midcall call --json --answers answers.json clean_up '{"dir":"old"}' https://example.com/mcp
  midcall call --header @headers.txt --list https://example.com/mcp`;
