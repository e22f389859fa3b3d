import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import "../src/development.ts";
import { App } from "../src/app.tsx";
import { build, elicitation } from "../src/server.ts";

const mcp = elicitation.createHandler(build);
/** The server, without a network. */
const transportOptions = {
  fetch: (url: string | URL, init?: RequestInit) => mcp(new Request(url, init)),
};

test("shows the question of a tool, and what the tool says of the answer", async () => {
  const user = userEvent.setup();
  render(<App url="http://localhost/mcp" transportOptions={transportOptions} />);
  const call = await screen.findByRole("button", { name: "Book a table" });
  await expect.poll(() => call.hasAttribute("disabled")).toBe(false);
  await user.click(call);
  await user.type(await screen.findByLabelText(/People/i), "4");
  await user.click(screen.getByRole("radio", { name: "Yes" }));
  await user.click(await screen.findByRole("button", { name: "Send" }));
  expect(await screen.findByText("Booked for 4, on the terrace.")).toBeTruthy();
});
